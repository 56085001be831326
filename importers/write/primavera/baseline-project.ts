import type { PrimaveraModel } from '../../primavera/primavera-model.ts'
import { baselineFinish } from '../held-date-time.ts'
import { at, BASELINE_ID, daysOf, PROJECT_ID, type WriteContext } from './write-context.ts'

/** A baseline is a project of its own, whose activities have the same codes. */
export function addBaseline(model: PrimaveraModel, context: WriteContext): void {
  const { plan, numbers } = context
  const [own] = model.projects
  if (own === undefined) return
  const rootId = numbers.next()
  model.projects.push({
    ...own,
    id: BASELINE_ID,
    code: `${own.code} - B1`,
    name: `${plan.name} - B1`,
    isExported: false,
    baselineOf: PROJECT_ID,
    baselineId: null,
    dataDate: null,
    finish: null,
    rootId,
  })
  model.wbs.push({
    id: rootId,
    projectId: BASELINE_ID,
    parentId: null,
    sequence: 0,
    code: `${own.code} - B1`,
    name: `${plan.name} - B1`,
    isProject: true,
  })
  const tasks = new Map(plan.tasks.map((task) => [numbers.taskOf.get(task.id), task]))
  for (const activity of [...model.activities]) {
    const task = tasks.get(activity.id)
    const baseline = task?.baseline
    if (task === undefined || baseline === undefined) continue
    const { countDays } = daysOf(context, task)
    const isMilestone = activity.plannedMinutes === 0
    const start = at(baseline.start, '08:00:00')
    const finish = isMilestone ? at(baseline.finish, '08:00:00') : baselineFinish(baseline, countDays)
    const blank = {
      constraints: [],
      actualStart: null,
      actualFinish: null,
      earlyStart: null,
      earlyFinish: null,
      lateStart: null,
      lateFinish: null,
      totalFloatMinutes: null,
    }
    const planned = {
      plannedStart: start,
      plannedFinish: finish,
      physicalPercent: 0,
      status: 'TK_NotStart' as const,
      remainingMinutes: activity.plannedMinutes,
    }
    model.activities.push({
      ...activity,
      ...blank,
      ...planned,
      id: numbers.next(),
      projectId: BASELINE_ID,
      wbsId: rootId,
    })
  }
}
