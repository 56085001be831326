import type { RawCalendar, RawHeader } from '../raw-project.ts'
import type { MppVersion } from './container/identify-version.ts'
import type { Props } from './container/read-props.ts'
import { timestampAt } from './values/decode-timestamp.ts'

const KEY = {
  start: 37_748_738,
  finish: 37_748_739,
  scheduleFrom: 37_748_740,
  title: 37_748_744,
  defaultCalendar: 37_748_750,
  minutesPerDay: 37_748_765,
  statusDate: 37_748_805,
} as const

const FROM_FINISH = 0
const DEFAULT_MINUTES_PER_DAY = 480
const MOST_MINUTES_PER_DAY = 1440

/** What the plan says about itself. Its calendar is named, not numbered. */
export function readHeader(
  props: Props,
  version: MppVersion,
  calendars: readonly RawCalendar[],
  estimateAliases: RawHeader['estimateAliases'],
): RawHeader {
  const minutesPerDay = props.int32(KEY.minutesPerDay) ?? DEFAULT_MINUTES_PER_DAY
  const isUsable = minutesPerDay >= 1 && minutesPerDay <= MOST_MINUTES_PER_DAY
  const calendarName = props.text(KEY.defaultCalendar)
  const calendar = calendars.find(({ name }) => name !== null && name === calendarName)
  return {
    format: version.format,
    application: version.application.trim() || null,
    title: props.text(KEY.title),
    start: timestampOf(props, KEY.start),
    finish: timestampOf(props, KEY.finish),
    statusDate: timestampOf(props, KEY.statusDate),
    minutesPerDay: isUsable ? minutesPerDay : DEFAULT_MINUTES_PER_DAY,
    calendarUid: calendar?.uid ?? null,
    isScheduledFromFinish: props.uint16(KEY.scheduleFrom) === FROM_FINISH,
    estimateAliases,
  }
}

function timestampOf(props: Props, key: number): string | null {
  const bytes = props.bytes(key)
  return bytes === null ? null : timestampAt(bytes, 0)
}
