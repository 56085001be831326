/**
 * Codes as they were meant: where 7.1 or 7.1.0 comes right behind 7.9, programs have taken the last nought from 7.10, or somebody has kept it
 * with a point.
 */
export function withLostZeros(codes: readonly (readonly string[])[]): readonly (readonly string[])[] {
  /** The last code of each depth. */
  const last: (readonly string[] | undefined)[] = []
  return codes.map((code) => {
    const [own, whole] = [tenth(code, last[code.length]), tenth(code.slice(0, -1), last[code.length - 1])]
    const meant = own ?? (code.at(-1) === '0' ? whole : null) ?? code
    if (code.length > 0) last[meant.length] = meant
    last.length = Math.min(last.length, meant.length + 1)
    return meant
  })
}

/** The code behind one that ends with a nine, where it has lost its nought: 7.10 for 7.1. */
function tenth(code: readonly string[], before: readonly string[] | undefined): readonly string[] | null {
  const [end, number] = [before?.at(-1), code.at(-1)]
  if (before === undefined || end === undefined || number === undefined || before.length < 2) return null
  if (!end.endsWith('9') || `${Number(end) + 1}` !== `${number}0`) return null
  const above = code.slice(0, -1)
  return above.every((part, index) => part === before[index]) ? [...above, `${number}0`] : null
}
