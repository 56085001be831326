/** `007` and `7` are one, as are `a1` and `A1`. */
export function comparable(id: string): string {
  if (/^[1-9]\d*$/.test(id)) return id
  const bare = id.trim().toLowerCase().replace(/\s+/g, ' ')
  return /^\d+$/.test(bare) ? bare.replace(/^0+(?=\d)/, '') : bare
}
