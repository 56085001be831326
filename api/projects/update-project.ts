import { isDeepStrictEqual } from 'node:util'
import type { ProjectScope } from '../access/project-scope.ts'
import { emitCalendarChanged } from '../calendars/calendar.events.ts'
import { renameKey } from '../keys/rename-key.ts'
import type { EditBase } from '../platform/concurrent-edits.ts'
import type { Ctx } from '../platform/context.ts'
import { fieldError, forbidden, refuseUnless } from '../platform/errors.ts'
import { requestRecompute } from '../recompute/request-recompute.ts'
import { checkCalendar, checkJoinedProgram, checkLead, checkLeftProgram } from './check-project-fields.ts'
import { type LockedProject, lockProjectRow, touchProject } from './lock-project-row.ts'
import { mergeProjectEdits } from './merge-project-edits.ts'
import type { Project } from './project.entity.ts'
import { emitProject, projectUpdated } from './project.events.ts'
import { isLimitedToSchedulerFields, SCHEDULER_FIELDS } from './project.policy.ts'
import type { ProjectFields } from './project.schema.ts'
import { PROJECT_COLUMNS, type StoredField } from './project-columns.ts'

/** Fields whose change moves dates. A program brings its calendar along. */
const SCHEDULING_FIELDS: readonly StoredField[] = ['start_date', 'status_date', 'calendar', 'program']

export interface SavedProject {
  readonly project: Project
  /** Fields that others changed since the version the edit started from, and that it left as they are. */
  readonly mergedFields: readonly string[]
}

/** Changes what was sent and differs. Nothing differs: nothing is saved and nothing announced. */
export async function updateProject(
  ctx: Ctx<ProjectScope>,
  input: ProjectFields,
  base?: EditBase,
): Promise<SavedProject> {
  const locked = await lockProjectRow(ctx, ctx.scope.projectId)
  const { project } = locked
  const changed = changedFields(project, input)
  const isRenamed = input.code !== undefined && input.code.trim().toUpperCase() !== project.code.toUpperCase()
  const isPromoted = input.lifecycle !== undefined && input.lifecycle !== project.lifecycle
  checkMayChange(ctx.scope.role, [...changed, ...(isRenamed ? ['code'] : []), ...(isPromoted ? ['lifecycle'] : [])])
  refuseUnless(!isPromoted, () => fieldError('lifecycle', 'A draft becomes active when it is committed.'))
  const mergedFields = await mergeProjectEdits(ctx, project, isRenamed ? [...changed, 'code'] : changed, base)
  if (changed.length === 0 && !isRenamed) return { project, mergedFields }
  await checkChanges(ctx, project, input, changed)
  if (isRenamed) await rename(ctx, locked, input.code ?? '')
  for (const field of changed) Object.assign(project, { [PROJECT_COLUMNS[field]]: input[field] })
  touchProject(ctx, locked)
  await ctx.em.flush()
  emitProject(ctx, projectUpdated, project.id)
  if (changed.includes('calendar')) emitCalendarChanged(ctx, project.id)
  if (changed.some((field) => SCHEDULING_FIELDS.includes(field))) requestRecompute(ctx, project.id)
  return { project, mergedFields }
}

function changedFields(project: Project, input: ProjectFields): StoredField[] {
  return (Object.keys(PROJECT_COLUMNS) as StoredField[]).filter((field) => {
    const sent = input[field]
    return sent !== undefined && !isDeepStrictEqual(sent, project[PROJECT_COLUMNS[field]] ?? null)
  })
}

/** A Resource Manager may send every field, but change only the five of the schedule. */
function checkMayChange(role: number | null, changed: readonly string[]): void {
  if (!isLimitedToSchedulerFields(role)) return
  const refused = changed.filter((field) => !SCHEDULER_FIELDS.has(field))
  refuseUnless(refused.length === 0, () => forbidden(`A Resource Manager may not change: ${refused.join(', ')}.`))
}

async function checkChanges(
  ctx: Ctx<ProjectScope>,
  project: Project,
  input: ProjectFields,
  changed: readonly StoredField[],
): Promise<void> {
  if (changed.includes('program')) {
    await checkLeftProgram(ctx, project.program_id)
    await checkJoinedProgram(ctx, input.program)
  }
  if (changed.includes('calendar')) await checkCalendar(ctx, input.calendar)
  if (changed.includes('lead')) await checkLead(ctx, project.id, input.lead)
}

async function rename(ctx: Ctx<ProjectScope>, { project }: LockedProject, code: string): Promise<void> {
  refuseUnless(code.trim() !== '', () => fieldError('code', 'This field may not be blank.'))
  project.code = await renameKey(ctx, { kind: 'project', objectId: project.id, from: project.code, to: code })
}
