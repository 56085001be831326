/** Orders codes as people count: runs of digits by their number, the rest by letter; the same in every country. */
export function compareCodes(a: string, b: string): number {
  const partsA = parts(a)
  const partsB = parts(b)
  for (let index = 0; index < Math.min(partsA.length, partsB.length); index += 1) {
    const [left, right] = [partsA[index] as string, partsB[index] as string]
    if (left === right) continue
    const bothCount = isDigit(left) && isDigit(right)
    const difference = bothCount ? Number(left) - Number(right) : 0
    if (difference !== 0) return difference
    return left < right ? -1 : 1
  }
  return partsA.length - partsB.length
}

function parts(code: string): string[] {
  return code.slice(0, 200).match(/\d{1,15}|\D+/g) ?? []
}

function isDigit(part: string): boolean {
  return /^\d/.test(part)
}
