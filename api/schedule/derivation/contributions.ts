import { latestDay } from '../../../compute/cpm/latest-day.ts'
import { LAG_UNIT, LINK_TYPE, NO_DAY } from '../../../compute/model/schedule-columns.ts'
import { isComplete } from '../../../compute/model/task-progress.ts'
import { type DerivedTask, leavesBelow, lineageOf } from './derived-task.ts'

/** One thing that has a say in a date. Links have a source; anchors have none. */
export interface Contribution {
  readonly kind: string
  /** Task of the columns; -1 for anchors. */
  readonly source: number
  /** Link of the columns; -1 for anchors. */
  readonly link: number
  readonly imposedDay: number
  /** The date before it was moved onto a working day. */
  readonly rawDay: number
  readonly slackDays: number
}

const SUFFIX = ['fs', 'ss', 'ff', 'sf'] as const

export function anchor(kind: string, imposedDay: number, slackDays = 0, rawDay = imposedDay): Contribution {
  return { kind, source: -1, link: -1, imposedDay, rawDay, slackDays }
}

/** What links into the task, or into a summary around it, ask of its early dates. */
export function predecessorBounds(derived: DerivedTask): Contribution[] {
  const { columns, result, table, calendar } = derived
  const lineage = new Set(lineageOf(derived))
  const bounds: Contribution[] = []
  for (let link = 0; link < columns.linkCount; link++) {
    const source = columns.predecessorIndex[link] as number
    if (!lineage.has(columns.successorIndex[link] as number) || lineage.has(source)) continue
    const type = columns.linkType[link] as number
    const lag = columns.lagDays[link] as number
    // The roll-up of a summary is the very date its links wait for: latest finish, earliest start.
    const isFromFinish = type === LINK_TYPE.FS || type === LINK_TYPE.FF
    const date = (isFromFinish ? result.earlyFinishDay : result.earlyStartDay)[source] as number
    const raw = type === LINK_TYPE.FS ? date + 1 : date
    const imposedDay =
      columns.lagUnit[link] === LAG_UNIT.elapsed
        ? table.nextDay(calendar, raw + lag)
        : table.shiftDay(calendar, table.nextDay(calendar, raw), lag)
    const value = (isToStart(type) ? result.earlyStartDay : result.earlyFinishDay)[derived.task] as number
    const slackDays = table.countDays(calendar, imposedDay, value)
    bounds.push({ kind: `predecessor_${SUFFIX[type]}`, source, link, imposedDay, rawDay: raw + lag, slackDays })
  }
  return bounds
}

/**
 * What links out of the task, or out of a summary around it, ask of its late dates (`late`), or allow without moving the
 * successor's early dates (`early`). Of a summary's leaves the tightest unfinished one speaks.
 */
export function successorBounds(derived: DerivedTask, side: 'late' | 'early'): Contribution[] {
  const { columns } = derived
  const lineage = new Set(lineageOf(derived))
  const bounds: Contribution[] = []
  for (let link = 0; link < columns.linkCount; link++) {
    const predecessor = columns.predecessorIndex[link] as number
    const successor = columns.successorIndex[link] as number
    if (!lineage.has(predecessor) || lineage.has(successor) || !speaksFor(derived, predecessor, link)) continue
    let tightest: Contribution | null = null
    for (const leaf of leavesBelow(derived, successor)) {
      if (isComplete(columns, leaf)) continue
      const bound = successorBound(derived, link, leaf, side)
      if (tightest === null || bound.imposedDay < tightest.imposedDay) tightest = bound
    }
    if (tightest) bounds.push(tightest)
  }
  return bounds
}

/** A link from the start of a summary binds the leaf that starts first, by id where several do, and no other. */
function speaksFor(derived: DerivedTask, predecessor: number, link: number): boolean {
  const { columns, result, task } = derived
  const type = columns.linkType[link]
  if (predecessor === task || type === LINK_TYPE.FS || type === LINK_TYPE.FF) return true
  const starts = result.earlyStartDay
  const first = leavesBelow(derived, predecessor).reduce((best, leaf) => {
    const difference = (starts[leaf] as number) - (starts[best] as number)
    const isEarlier =
      difference < 0 || (difference === 0 && (columns.idRank[leaf] as number) < (columns.idRank[best] as number))
    return isEarlier ? leaf : best
  })
  return first === task
}

function successorBound(derived: DerivedTask, link: number, leaf: number, side: 'late' | 'early'): Contribution {
  const { columns, result, table, calendar, task } = derived
  const type = columns.linkType[link] as number
  const lag = columns.lagDays[link] as number
  const starts = side === 'late' ? result.lateStartDay : result.earlyStartDay
  const finishes = side === 'late' ? result.lateFinishDay : result.earlyFinishDay
  const date = (isToStart(type) ? starts : finishes)[leaf] as number
  const leafCalendar = columns.calendarIndex[leaf] as number
  const imposedDay = latestDay(table, type, lag, columns.lagUnit[link] as number, calendar, leafCalendar, date)
  const isFromFinish = type === LINK_TYPE.FS || type === LINK_TYPE.FF
  const early = (isFromFinish ? result.earlyFinishDay : result.earlyStartDay)[task] as number
  const late = (isFromFinish ? result.lateFinishDay : result.lateStartDay)[task] as number
  return {
    kind: side === 'late' ? `successor_${SUFFIX[type]}` : 'successor_free_slack',
    source: leaf,
    link,
    imposedDay,
    rawDay: date - (type === LINK_TYPE.FS ? 1 : 0) - lag,
    slackDays: table.countDays(calendar, side === 'late' ? late : early, imposedDay),
  }
}

export function isToStart(type: number): boolean {
  return type === LINK_TYPE.FS || type === LINK_TYPE.SS
}

/** Start bounds that no link sets. */
export function startAnchors(derived: DerivedTask): Contribution[] {
  const { columns, table, calendar, task, state, result } = derived
  const start = result.earlyStartDay[task] as number
  const snapped = (kind: string, rawDay: number) => {
    const imposedDay = table.nextDay(calendar, rawDay)
    return anchor(kind, imposedDay, table.countDays(calendar, imposedDay, start), rawDay)
  }
  const anchors = [snapped('project_start', derived.projectStartDay)]
  if (state === 'open' && columns.statusDay !== NO_DAY) anchors.push(snapped('data_date', columns.statusDay))
  if (derived.plannedStartDay !== NO_DAY) anchors.push(snapped('planned_start_snet', derived.plannedStartDay))
  const actualStartDay = columns.actualStartDay[task] as number
  if (state === 'open' && actualStartDay !== NO_DAY) {
    anchors.push(anchor('actual_start', actualStartDay, table.countDays(calendar, actualStartDay, start)))
  }
  return anchors
}

/** The recorded dates of a complete task. */
export function recordedAnchors({ columns, task }: DerivedTask): Contribution[] {
  const recorded = [
    ['actual_start', columns.actualStartDay[task]],
    ['actual_finish', columns.actualFinishDay[task]],
  ] as const
  return recorded.flatMap(([kind, day]) => (day === undefined || day === NO_DAY ? [] : [anchor(kind, day)]))
}
