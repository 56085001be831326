import { isElapsedUnit } from '../duration-units.ts'
import type { RawDuration, RawLink, RawTask } from '../raw-project.ts'
import { dateTimeOf, flagOf, integerOf, minutesOf, numberOf, textOf } from './read-values.ts'
import type { XmlRecord } from './stream-records.ts'

/** Field numbers of the custom fields Duration1, Duration2 and Duration3 of a task. */
export const ESTIMATE_FIELD_IDS: readonly number[] = [188_743_783, 188_743_784, 188_743_785]

// No planner nests this deep; a hostile file must not make every walk up the tree long.
const MAX_OUTLINE_LEVEL = 1000

/** A `Task` element. The caller has settled that it has a uid and is no blank line. */
export function rawTask(record: XmlRecord, uid: number): RawTask {
  return {
    uid,
    row: integerOf(record, 'ID'),
    name: textOf(record, 'Name'),
    outlineLevel: outlineLevel(record),
    wbs: textOf(record, 'WBS'),
    start: dateTimeOf(record, 'Start'),
    finish: dateTimeOf(record, 'Finish'),
    actualStart: dateTimeOf(record, 'ActualStart'),
    actualFinish: dateTimeOf(record, 'ActualFinish'),
    earlyStart: dateTimeOf(record, 'EarlyStart'),
    earlyFinish: dateTimeOf(record, 'EarlyFinish'),
    lateStart: dateTimeOf(record, 'LateStart'),
    lateFinish: dateTimeOf(record, 'LateFinish'),
    duration: durationOf(record, 'Duration'),
    percentComplete: numberOf(record, 'PercentComplete') ?? 0,
    constraintCode: integerOf(record, 'ConstraintType') ?? 0,
    constraintDate: dateTimeOf(record, 'ConstraintDate'),
    deadline: dateTimeOf(record, 'Deadline'),
    isMilestone: flagOf(record, 'Milestone', false),
    isSummary: flagOf(record, 'Summary', false),
    isActive: flagOf(record, 'Active', true),
    isManual: flagOf(record, 'Manual', false),
    isExternal: flagOf(record, 'ExternalTask', false),
    isSubproject: flagOf(record, 'IsSubproject', false) || textOf(record, 'SubprojectName') !== null,
    hasBaseline: record.children.some((child) => child.name === 'Baseline'),
    hasCost: (numberOf(record, 'Cost') ?? 0) > 0 || (numberOf(record, 'FixedCost') ?? 0) > 0,
    priority: integerOf(record, 'Priority') ?? 500,
    calendarUid: uidOrNull(integerOf(record, 'CalendarUID')),
    notes: record.text.get('Notes')?.trim() || null,
    estimates: estimates(record),
  }
}

/** References use -1, and some writers 0, for none. */
export function uidOrNull(uid: number | null): number | null {
  return uid === null || uid <= 0 ? null : uid
}

function outlineLevel(record: XmlRecord): number {
  const level = integerOf(record, 'OutlineLevel') ?? textOf(record, 'OutlineNumber')?.split('.').length ?? 1
  return Math.min(MAX_OUTLINE_LEVEL, Math.max(0, level))
}

function durationOf(record: XmlRecord, name: string): RawDuration | null {
  const minutes = minutesOf(record, name)
  return minutes === null ? null : { minutes, isElapsed: isElapsedUnit(integerOf(record, 'DurationFormat')) }
}

function estimates(record: XmlRecord): RawTask['estimates'] {
  const found: RawTask['estimates'] = [null, null, null]
  for (const child of record.children) {
    if (child.name !== 'ExtendedAttribute') continue
    const index = ESTIMATE_FIELD_IDS.indexOf(integerOf(child, 'FieldID') ?? -1)
    if (index >= 0) found[index] = durationOf(child, 'Value')
  }
  return found
}

/** The `PredecessorLink` elements of a task. */
export function rawLinks(record: XmlRecord, successorUid: number): RawLink[] {
  const links: RawLink[] = []
  for (const child of record.children) {
    if (child.name !== 'PredecessorLink') continue
    links.push({
      predecessorUid: integerOf(child, 'PredecessorUID') ?? -1,
      successorUid,
      typeCode: integerOf(child, 'Type') ?? 1,
      lag: numberOf(child, 'LinkLag') ?? 0,
      lagFormat: integerOf(child, 'LagFormat'),
      isCrossProject: flagOf(child, 'CrossProject', false),
    })
  }
  return links
}
