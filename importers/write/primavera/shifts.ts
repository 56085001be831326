const DAY_START = 8 * 60
const DAY_MINUTES = 1440

/** Shifts of a day of so many minutes: eight hours are the usual two halves, any other length is one stretch. */
export function shiftsOf(minutes: number): readonly (readonly [from: string, to: string])[] {
  const whole = Math.round(minutes)
  if (whole <= 0) return []
  if (whole === 480)
    return [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ]
  const start = whole > DAY_MINUTES - DAY_START ? 0 : DAY_START
  return [[clock(start), clock((start + Math.min(whole, DAY_MINUTES)) % DAY_MINUTES)]]
}

function clock(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
