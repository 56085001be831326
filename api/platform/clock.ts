/** Where the time comes from; tests pass one that stands still. */
export interface Clock {
  now(): Date
  /** The civil day as `YYYY-MM-DD` in a time zone (UTC when none is given). */
  today(zone?: string): string
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** The civil day of an instant in a time zone, as `YYYY-MM-DD`. Throws a RangeError for an unknown zone. */
export function civilDay(instant: Date, zone = 'UTC'): string {
  if (zone === 'UTC') return instant.toISOString().slice(0, 10)
  let format = dayFormats.get(zone)
  if (format === undefined) {
    // The Swedish form is the ISO form. A formatter costs about a hundred times as much as using it.
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
    dayFormats.set(zone, format)
  }
  return format.format(instant)
}

const timeFormats = new Map<string, Intl.DateTimeFormat>()

/** The time of the day on the clocks of a zone, as `HH:MM`: where clocks are changed, it follows them. */
export function timeOfDay(instant: Date, zone: string): string {
  let format = timeFormats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
    timeFormats.set(zone, format)
  }
  return format.format(instant)
}

/** The instant at which the clocks of a zone show a time (`HH:MM`) of a day; the earliest after it where they skip it. */
export function instantAt(day: string, time: string, zone: string): Date {
  const wanted = Date.parse(`${day}T${time}Z`)
  // What the clocks show is off by the zone; a second look corrects a change of clocks in between.
  let instant = wanted
  for (let look = 0; look < 2; look++) {
    const at = new Date(instant)
    instant += wanted - Date.parse(`${civilDay(at, zone)}T${timeOfDay(at, zone)}Z`)
  }
  return new Date(instant)
}

/** The time of this machine. */
export const systemClock: Clock = {
  now: () => new Date(),
  today: (zone) => civilDay(new Date(), zone),
}
