/** Two names that differ only in case or in the spaces around them are one. The database's own folding depends on its locale. */
export function foldName(name: string): string {
  return name.trim().normalize('NFC').toLowerCase()
}
