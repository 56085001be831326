import { runCpm } from '../../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import { nameRefusals } from '../../../compute/model/name-refusals.ts'
import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import type { Plan } from '../../../compute/plan/plan-document.ts'
import { outlineCodes } from '../../../compute/simulation/input/uncertain-tasks.ts'
import type { GanttInput, GanttRow } from '../../pictures/gantt-frame.ts'

interface Asked {
  /** At most so many rows; what is left out stands in the title. */
  readonly rows: number
  /** Critical tasks, and the phases they are in. */
  readonly isCriticalOnly: boolean
}

/** The computed schedule of a plan as bars, phases before what is in them. A refusal names its tasks. */
export function ganttOfPlan(plan: Plan, { rows: most, isCriticalOnly }: Asked): GanttInput {
  const columns = columnsFromPlan(plan)
  const result = nameRefusals(columns, () => runCpm(buildGraph(columns)))
  const parents = new Set(columns.parentIndex)
  const codes = outlineCodes(
    plan.tasks.map(({ parent }) => parent),
    plan.tasks.map(({ id }) => id),
  )
  const all = plan.tasks.map((task, at): GanttRow => {
    const isDated = result.isScheduled[at] === 1
    const code = codes[at] ?? ''
    return {
      id: task.id,
      wbs: task.source?.wbs ?? code,
      name: task.name ?? task.id,
      depth: code.split('.').length - 1,
      start: isDated ? formatCivilDay(result.scheduledStartDay[at] as number) : null,
      finish: isDated ? formatCivilDay(result.earlyFinishDay[at] as number) : null,
      percentComplete: task.percent_complete ?? 0,
      isMilestone: task.duration === 0 && !parents.has(at),
      isSummary: parents.has(at),
      isCritical: result.isCritical[at] === 1,
    }
  })
  const wanted = isCriticalOnly ? all.filter(({ isCritical }) => isCritical) : all
  const rows = wanted.slice(0, most)
  const shown = new Set(rows.map(({ id }) => id))
  const cut = wanted.length - rows.length
  const name = plan.name ?? 'Plan'
  return {
    id: 'gantt',
    title: `${isCriticalOnly ? 'Critical tasks' : 'Schedule'} of ${name}${cut > 0 ? `, the first ${rows.length} of ${wanted.length} rows` : ''}`,
    rows,
    links: (plan.dependencies ?? []).flatMap(({ predecessor, successor, dep_type }, at) =>
      shown.has(predecessor) && shown.has(successor)
        ? [{ predecessor, successor, depType: dep_type ?? 'FS', isDriving: result.isDriving[at] === 1 }]
        : [],
    ),
    dataDate: plan.status_date ?? null,
    calendar: plan.calendar ?? {},
    isStandalone: true,
  }
}
