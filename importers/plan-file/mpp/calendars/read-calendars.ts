import { int32, utf16Text } from '../../../binary/read-bytes.ts'
import type { ImportLimits } from '../../../plan/import-limits.ts'
import { refuseMoreThan } from '../../../plan/refuse-more-than.ts'
import type { RawCalendar, RawHours } from '../../raw-project.ts'
import type { ProjectStore } from '../container/project-store.ts'
import { readFixedMeta, readFixedRows } from '../rows/read-fixed-data.ts'
import type { VarData } from '../rows/read-var-data.ts'
import { openVarData } from '../rows/task-table.ts'
import { type CalendarExceptions, readNewExceptions, readOldExceptions } from './read-calendar-exceptions.ts'
import { readHours, readWeek, standardHours, usualWeek, type WeekLayout } from './read-week.ts'

const NAME = 'TBkndCal'
const RECORD_LENGTH = 10
const ROW_LENGTH = 12
const KEY_NAME = 1
const USUAL_HOURS = 37_753_736

export type Calendars = {
  calendars: RawCalendar[]
  /** The calendar of a resource. */
  byResource: ReadonlyMap<number, number>
}

type Layout = {
  uid: number
  base: number
  resource: number
  dataKey: number
  week: WeekLayout
  exceptions: (bytes: Uint8Array) => CalendarExceptions
}

function layoutOf(store: ProjectStore): Layout {
  const places = store.isFrom2013 ? { base: 0, resource: 4, uid: 8 } : { uid: 0, base: 4, resource: 8 }
  if (store.version.format === 'mpp9') {
    return { ...places, dataKey: 3, week: { firstAt: 4, dayLength: 60 }, exceptions: readOldExceptions }
  }
  return { ...places, dataKey: 8, week: { firstAt: 0, dayLength: 60 }, exceptions: readNewExceptions }
}

/** Base calendars and those derived from them. A derived calendar whose base is missing or nameless is left out. */
export function readCalendars(store: ProjectStore, limits: ImportLimits): Calendars {
  const meta = readFixedMeta(store.stream(NAME, 'FixedMeta'), RECORD_LENGTH)
  const rowAt = readFixedRows(meta, store.stream(NAME, 'FixedData'), { longest: ROW_LENGTH, whenEmpty: 0 })
  const reader = new CalendarReader(store, limits)
  for (let index = 0; index < meta.count; index += 1) {
    const row = rowAt(index)
    if (row !== null && row.length === ROW_LENGTH) reader.take(row)
  }
  return reader.result()
}

class CalendarReader {
  readonly #layout: Layout
  readonly #limits: ImportLimits
  readonly #varData: VarData
  readonly #usual: RawCalendar['week']
  readonly #usualHours: RawHours
  readonly #calendars = new Map<number, RawCalendar>()
  readonly #byResource = new Map<number, number>()
  #exceptionCount = 0

  constructor(store: ProjectStore, limits: ImportLimits) {
    this.#layout = layoutOf(store)
    this.#limits = limits
    this.#varData = openVarData(store, NAME)
    const usual = store.props.bytes(USUAL_HOURS)
    this.#usual = usualWeek(usual, this.#layout.week)
    this.#usualHours = usual === null ? this.#usual.map(standardHours) : readHours(usual, this.#layout.week)
  }

  /** One row; the first of a unique id holds. */
  take(row: Uint8Array): void {
    const uid = int32(row, this.#layout.uid)
    if (uid <= 0 || this.#calendars.has(uid)) return
    const base = int32(row, this.#layout.base)
    const resource = int32(row, this.#layout.resource)
    const isBase = base <= 0 || base === uid
    this.#calendars.set(uid, this.#read(uid, isBase ? null : base))
    refuseMoreThan(this.#limits.maxCalendars, this.#calendars.size, 'too_many_calendars', 'calendars')
    if (!isBase || (resource > 0 && !this.#byResource.has(resource))) this.#byResource.set(resource, uid)
  }

  #read(uid: number, parentUid: number | null): RawCalendar {
    const { dataKey, week, exceptions } = this.#layout
    const name = this.#varData.bytes(uid, KEY_NAME)
    const data = this.#varData.bytes(uid, dataKey)
    const own = data === null ? { exceptions: [], workWeeks: [] } : exceptions(data)
    this.#exceptionCount += own.exceptions.length + own.workWeeks.length
    refuseMoreThan(this.#limits.maxExceptions, this.#exceptionCount, 'too_many_exceptions', 'calendar exceptions')
    const stored = data === null ? [null, null, null, null, null, null, null] : readWeek(data, week)
    const hours: RawHours = data === null ? stored.map(() => null) : readHours(data, week)
    // Hours "as usual" are those of the file for base calendars, and inherited by the others.
    const usual = (day: number) => (parentUid === null && stored[day] === null ? (this.#usualHours[day] ?? null) : null)
    return {
      uid,
      name: name === null ? null : utf16Text(name).trim() || null,
      parentUid,
      week: parentUid === null ? stored.map((isWorking, day) => isWorking ?? this.#usual[day] ?? false) : stored,
      hours: hours.map((own, day) => own ?? usual(day)),
      ...own,
    }
  }

  result(): Calendars {
    const isUsable = ({ parentUid }: RawCalendar) =>
      parentUid === null || (this.#calendars.get(parentUid)?.name ?? null) !== null
    const calendars = [...this.#calendars.values()].filter(isUsable)
    const kept = new Set(calendars.map(({ uid }) => uid))
    const byResource = new Map([...this.#byResource].filter(([, uid]) => kept.has(uid)))
    return { calendars, byResource }
  }
}
