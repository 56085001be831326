/** The nearest whole number; halves go to the even one. */
export function roundHalfEven(value: number): number {
  const below = Math.floor(value)
  const part = value - below
  if (part !== 0.5) return part < 0.5 ? below : below + 1
  return below % 2 === 0 ? below : below + 1
}
