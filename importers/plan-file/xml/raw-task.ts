import { isElapsedUnit } from '../duration-units.ts'
import type { RawDuration, RawLink, RawTask } from '../raw-project.ts'
import { BASELINE, CUSTOM_DURATION, LINK, TASK } from './mspdi-shape.ts'
import type { PlanRecord } from './plan-record.ts'
import { integerOf } from './read-values.ts'

/** Field numbers of the custom fields Duration1, Duration2 and Duration3 of a task. */
export const ESTIMATE_FIELD_IDS: readonly number[] = [188_743_783, 188_743_784, 188_743_785]

/** Shared by all tasks without estimates: nobody writes into it. */
const NO_ESTIMATES: RawTask['estimates'] = [null, null, null]

// No planner nests this deep; a hostile file must not make every walk up the tree long.
const MAX_OUTLINE_LEVEL = 1000

/** A `Task` element. The caller has settled that it has a uid and is no blank line. */
export function rawTask(record: PlanRecord, uid: number): RawTask {
  return {
    uid,
    row: integerOf(record, TASK.ID),
    name: record.text(TASK.Name),
    outlineLevel: outlineLevel(record),
    wbs: record.text(TASK.WBS),
    start: record.dateTime(TASK.Start),
    finish: record.dateTime(TASK.Finish),
    actualStart: record.dateTime(TASK.ActualStart),
    actualFinish: record.dateTime(TASK.ActualFinish),
    earlyStart: record.dateTime(TASK.EarlyStart),
    earlyFinish: record.dateTime(TASK.EarlyFinish),
    lateStart: record.dateTime(TASK.LateStart),
    lateFinish: record.dateTime(TASK.LateFinish),
    duration: durationOf(record, TASK.Duration, TASK.DurationFormat),
    percentComplete: record.number(TASK.PercentComplete) ?? 0,
    constraintCode: integerOf(record, TASK.ConstraintType) ?? 0,
    constraintDate: record.dateTime(TASK.ConstraintDate),
    deadline: record.dateTime(TASK.Deadline),
    isMilestone: record.flag(TASK.Milestone, false),
    isSummary: record.flag(TASK.Summary, false),
    isActive: record.flag(TASK.Active, true),
    isManual: record.flag(TASK.Manual, false),
    isExternal: record.flag(TASK.ExternalTask, false),
    isSubproject: record.flag(TASK.IsSubproject, false) || record.text(TASK.SubprojectName) !== null,
    ...baselines(record),
    hasCost: (record.number(TASK.Cost) ?? 0) > 0 || (record.number(TASK.FixedCost) ?? 0) > 0,
    priority: integerOf(record, TASK.Priority) ?? 500,
    calendarUid: uidOrNull(integerOf(record, TASK.CalendarUID)),
    notes: record.verbatim(TASK.Notes),
    estimates: estimates(record),
    ...levelling(record),
  }
}

/** Tenths of a minute; hardly any task has a delay. */
function levelling(record: PlanRecord): Pick<RawTask, 'levellingMinutes'> {
  const tenths = record.number(TASK.LevelingDelay) ?? 0
  return tenths > 0 ? { levellingMinutes: tenths / 10 } : {}
}

/** References use -1, and some writers 0, for none. */
export function uidOrNull(uid: number | null): number | null {
  return uid === null || uid <= 0 ? null : uid
}

function outlineLevel(record: PlanRecord): number {
  const level = integerOf(record, TASK.OutlineLevel) ?? record.text(TASK.OutlineNumber)?.split('.').length ?? 1
  return Math.min(MAX_OUTLINE_LEVEL, Math.max(0, level))
}

function durationOf(record: PlanRecord, value: number, format: number): RawDuration | null {
  const minutes = record.minutes(value)
  return minutes === null ? null : { minutes, isElapsed: isElapsedUnit(integerOf(record, format)) }
}

function baselines(record: PlanRecord): Pick<RawTask, 'baseline' | 'hasFurtherBaselines'> {
  let baseline: RawTask['baseline'] = null
  let hasFurtherBaselines = false
  for (const child of record.children) {
    if (child.name !== 'Baseline') continue
    if ((integerOf(child, BASELINE.Number) ?? 0) !== 0) hasFurtherBaselines = true
    else baseline = { start: child.dateTime(BASELINE.Start), finish: child.dateTime(BASELINE.Finish) }
  }
  return { baseline, hasFurtherBaselines }
}

function estimates(record: PlanRecord): RawTask['estimates'] {
  let found = NO_ESTIMATES
  for (const child of record.children) {
    if (child.name !== 'ExtendedAttribute') continue
    const index = ESTIMATE_FIELD_IDS.indexOf(integerOf(child, CUSTOM_DURATION.FieldID) ?? -1)
    if (index < 0) continue
    if (found === NO_ESTIMATES) found = [null, null, null]
    found[index] = durationOf(child, CUSTOM_DURATION.Value, CUSTOM_DURATION.DurationFormat)
  }
  return found
}

/** Adds the `PredecessorLink` elements of a task. */
export function addRawLinks(record: PlanRecord, successorUid: number, links: RawLink[]): void {
  for (const child of record.children) {
    if (child.name !== 'PredecessorLink') continue
    links.push({
      predecessorUid: integerOf(child, LINK.PredecessorUID) ?? -1,
      successorUid,
      typeCode: integerOf(child, LINK.Type) ?? 1,
      lag: child.number(LINK.LinkLag) ?? 0,
      lagFormat: integerOf(child, LINK.LagFormat),
      isCrossProject: child.flag(LINK.CrossProject, false),
    })
  }
}
