/** Text of a plan file for a terminal, which must not obey control characters in it. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, ' ')
}
