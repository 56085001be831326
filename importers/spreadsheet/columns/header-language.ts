import { exactHeader } from './header-fields.ts'

const ENGLISH = new Set(
  `start starts started starting begin begins beginning end ends ended ending finish finishes finished due date dates day days planned plan target from to till
  until by time week when of on the expected estimated actual baseline project task activity item work completion complete completed deadline early late earliest latest
  scheduled computed constraint original current forecast commencing w c e utc milestone eta launch go live order needed release delivery`.split(
    /\s+/,
  ),
)

const OF_DATES: ReadonlySet<string> = new Set(['start', 'finish', 'deadline'])

/** Whether a known header is written in another language than English; all of those write the day before the month. */
export function isOtherLanguage(header: string): boolean {
  const words = header.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? []
  const strange = words.filter((word) => !ENGLISH.has(word))
  if (exactHeader(header) !== null) return strange.length > 0
  // `Date debut chantier`, and not `Kitchen start`.
  return strange.some((word) => OF_DATES.has(exactHeader(word)?.field ?? ''))
}
