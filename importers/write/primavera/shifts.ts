const DAY_START = 8 * 60
const DAY_MINUTES = 1440

/** Shifts of a day of so many minutes: eight hours from eight on are the usual two halves, anything else is one stretch. */
export function shiftsOf(minutes: number, begins: number | null): readonly (readonly [from: string, to: string])[] {
  const whole = Math.round(minutes)
  if (whole <= 0) return []
  if (whole === 480 && (begins ?? DAY_START) === DAY_START)
    return [
      ['08:00', '12:00'],
      ['13:00', '17:00'],
    ]
  const start = Math.max(0, Math.min(begins ?? DAY_START, DAY_MINUTES - whole))
  return [[clock(start), clock((start + Math.min(whole, DAY_MINUTES)) % DAY_MINUTES)]]
}

function clock(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}
