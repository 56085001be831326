import type { ProjectScope } from '../access/project-scope.ts'
import type { ScheduleCalendar } from '../calendars/project-calendar.ts'
import type { Ctx } from '../platform/context.ts'
import { foldName } from '../platform/fold-name.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { findBaselineNames, insertBaselineRows, type NewBaselineTask } from './baseline.queries.ts'

/** A captured plan as a document has it. */
export interface NewBaseline {
  readonly name: string
  readonly isActive: boolean
  readonly capturedAt: Date
  readonly createdById: string | null
  /** The project's calendar on the day, where the document has it. */
  readonly calendar?: ScheduleCalendar | null
  readonly tasks: readonly NewBaselineTask[]
}

/**
 * Stores baselines that a document brings along; the caller announces the whole. A name that is taken gets a number. At
 * most one is active: the first that says so, unless the project measures against one already.
 */
export async function insertBaselines(ctx: Ctx<ProjectScope>, baselines: readonly NewBaseline[]): Promise<number> {
  const { projectId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  const taken = await findBaselineNames(ctx)
  let mayBeActive = true
  for (const baseline of baselines) {
    if (baseline.tasks.length === 0) continue
    const name = freeName(baseline.name, taken)
    const isActive = baseline.isActive && mayBeActive
    if (isActive) mayBeActive = false
    await insertBaselineRows(ctx, { ...baseline, id: newId(), name, foldedName: foldName(name), isActive, syncSeq })
  }
  return baselines.filter((baseline) => baseline.tasks.length > 0).length
}

function freeName(wanted: string, taken: Set<string>): string {
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted.slice(0, 245)} (${number})`
    if (taken.has(foldName(name))) continue
    taken.add(foldName(name))
    return name
  }
}
