/** `A`, `Z`, `AA`: what a workbook calls a column, of which the first is 0. */
export function columnLetters(index: number): string {
  const letter = String.fromCharCode(65 + (index % LETTERS))
  return index < LETTERS ? letter : columnLetters(Math.floor(index / LETTERS) - 1) + letter
}
const LETTERS = 26
