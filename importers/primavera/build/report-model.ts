import type { PrimaveraActivity, PrimaveraModel, PrimaveraProject } from '../primavera-model.ts'
import { followsPeople } from './peoples-calendars.ts'
import { isSpan } from './raw-activity.ts'

const KINDS: ReadonlySet<string> = new Set(['TT_Task', 'TT_Rsrc', 'TT_Mile', 'TT_FinMile', 'TT_LOE', 'TT_WBS'])

/** Says once for the file what of it a plan of ours treats in another way or has no place for. */
export function reportModel(
  model: PrimaveraModel,
  project: PrimaveraProject,
  { activities, peoples }: { activities: readonly PrimaveraActivity[]; peoples: ReadonlyMap<number, number> },
): void {
  const { diagnostics } = model
  const count = (code: string, field: string, test: (activity: PrimaveraActivity) => boolean, message: string) =>
    diagnostics.warnCounted(code, field, activities.filter(test).length, activities.length, message)
  count(
    'resource_dependent',
    'calendar',
    (activity) => followsPeople(activity) && !peoples.has(activity.id),
    'Scheduled by their own calendars and not those of their people',
  )
  count(
    'calendar_of_people',
    'calendar',
    ({ id }) => peoples.has(id),
    'Scheduled by the calendar of their people, which is theirs here',
  )
  count(
    'span_activity',
    'duration',
    isSpan,
    'Spans of other activities (level of effort, summaries) became tasks of the length they have in the file',
  )
  count(
    'unknown_activity_type',
    'task_type',
    ({ kind }) => !KINDS.has(kind),
    'Activities of a kind that is not known count as ordinary ones',
  )
  for (const [what, rows] of model.leftOut)
    diagnostics.warn('not_imported', { field: what }, `Not imported: ${what} (${rows} in the file)`)
  if (project.mustFinishBy !== null) {
    const text = `the project must finish by ${project.mustFinishBy.slice(0, 10)}; a plan here has no such date`
    diagnostics.warn('must_finish_by_not_imported', { field: 'deadline' }, text)
  }
}
