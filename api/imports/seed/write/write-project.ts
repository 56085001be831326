import { placeSeedTasks } from '../../../../importers/seed/place-seed-tasks.ts'
import type { SeedProject } from '../../../../importers/seed/seed-schema.ts'
import { insertCriteria } from '../../../acceptance/insert-criteria.ts'
import { type ProjectScope, systemProjectScope } from '../../../access/project-scope.ts'
import { createFieldSet } from '../../../custom-fields/create-field-set.ts'
import { insertFieldValues } from '../../../custom-fields/custom-field.queries.ts'
import { nextFreeKey } from '../../../keys/key.queries.ts'
import { keyFault } from '../../../keys/key-forms.ts'
import { createLabelSet } from '../../../labels/adopt-labels.ts'
import { insertTaskLabels } from '../../../labels/label.queries.ts'
import { insertAssignments } from '../../../people/assignments/insert-assignments.ts'
import { insertRoster } from '../../../people/roster/insert-roster.ts'
import { insertRequirements } from '../../../people/skills/insert-requirements.ts'
import type { Ctx } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { applyCalendars } from '../../../projects/calendars/applied-calendars.ts'
import { createProject } from '../../../projects/create-project.ts'
import { lockProject } from '../../../projects/project-lock.ts'
import { insertRule } from '../../../recurrence/recurrence.queries.ts'
import { insertTasks } from '../../../tasks/writing/insert-tasks.ts'
import { saveConstraints } from '../../writing/save-constraints.ts'
import type { SeedNames, SeedTarget } from '../seed-target.ts'
import { seedTaskRow } from './seed-task-row.ts'

export interface WrittenProject {
  readonly projectId: string
  readonly counts: Readonly<Record<'tasks' | 'assignments' | 'clamped' | 'unassigned' | 'renumbered', number>>
}

/** One project of a document with everything in it but its links. */
export async function writeSeedProject(
  ctx: Ctx<unknown>,
  source: SeedProject,
  target: SeedTarget,
  names: SeedNames,
): Promise<WrittenProject> {
  const project = await createProject(ctx, await projectFields(ctx, source, target, names))
  const scoped = await systemProjectScope(ctx, project.id)
  if (source.calendar_overlays?.length)
    await applyCalendars(scoped, {
      overlays: source.calendar_overlays.map(({ calendar, role }) => ({
        calendar_id: names.calendarIdOf.get(calendar) as string,
        role: role ?? ('holidays' as const),
      })),
    })
  const idOf = (wbs: string) => names.taskIdOf.get(`${source.slug}:${wbs}`) as string
  const { placed, isRenumbered } = placeSeedTasks(source.tasks ?? [])
  const parents = new Set(placed.flatMap((row) => (row.task.is_subtask ? [] : (row.parent ?? []))))
  const facts = { project: source.slug, names, target, parents, seededAt: ctx.services.clock.now().toISOString() }
  await insertTasks(
    scoped,
    project.id,
    placed.map((row) => seedTaskRow(row, facts)),
  )
  const held = placed.map(({ task: { wbs_path: id, constraint_type, constraint_date, deadline, milestone_at } }) => ({
    id,
    ...(constraint_type && { constraint_type }),
    ...(constraint_date && { constraint_date }),
    ...(deadline && { deadline }),
    ...(milestone_at && { milestone_at }),
  }))
  await saveConstraints(scoped, held, idOf)
  await writeFields(scoped, source, names)
  await writeRules(scoped, source, idOf)
  const people = await writePeople(scoped, source, names, parents)
  return {
    projectId: project.id,
    counts: { tasks: placed.length, ...people, renumbered: isRenumbered ? placed.length : 0 },
  }
}

async function projectFields(
  ctx: Ctx<unknown>,
  source: SeedProject,
  target: SeedTarget,
  names: SeedNames,
): Promise<Parameters<typeof createProject>[1]> {
  const { inherits_methodology, ...settings } = source.settings ?? {}
  const wanted = source.code ?? ''
  const code =
    keyFault('project', wanted) === null ? await nextFreeKey(ctx, 'project', wanted.toUpperCase()) : undefined
  const lead = source.lead == null ? undefined : names.accountIdOf.get(source.lead)
  return {
    name: source.name,
    ...(inherits_methodology ? {} : { methodology: source.methodology }),
    start_date: source.start_date,
    status_date: source.status_date ?? null,
    description: source.description ?? '',
    calendar: source.calendar == null ? null : (names.calendarIdOf.get(source.calendar) ?? null),
    ...(code === undefined ? {} : { code }),
    ...(lead === undefined ? {} : { lead }),
    ...(source.default_view === undefined ? {} : { default_view: source.default_view }),
    ...(source.estimation_mode === undefined ? {} : { estimation_mode: source.estimation_mode }),
    ...settings,
    program: target.programId,
    ownerId: target.ownerId,
    isSample: target.isSample,
  }
}

/** The rules of templates; what is made of them begins with the next sweep. */
async function writeRules(ctx: Ctx<ProjectScope>, source: SeedProject, idOf: (wbs: string) => string): Promise<void> {
  const { projectId } = ctx.scope
  for (const { wbs_path, is_recurring, recurrence } of source.tasks ?? []) {
    if (recurrence === undefined || is_recurring === false) continue
    const { time_of_day: time, ...rule } = recurrence
    await insertRule(ctx, {
      ...rule,
      ...(time === undefined ? {} : { time_of_day: time.length === 'HH:MM'.length ? `${time}:00` : time }),
      id: newId(),
      project_id: projectId,
      task_id: idOf(wbs_path),
      sync_seq: await lockProject(ctx, projectId),
      made_on: ctx.services.clock.today(rule.timezone ?? 'UTC'),
    })
  }
}

/** The project's own fields with what tasks have in them; people other than the importer are nobody here. */
async function writeFields(ctx: Ctx<ProjectScope>, source: SeedProject, names: SeedNames): Promise<void> {
  const fields = source.custom_fields ?? []
  const typeOf = new Map(fields.map((field) => [field.slug, field.field_type]))
  const idOf = await createFieldSet(ctx, fields)
  const values = (source.tasks ?? []).flatMap((task) =>
    Object.entries(task.custom_fields ?? {}).flatMap(([slug, written]) => {
      const value = typeOf.get(slug) === 'USER' ? names.accountIdOf.get(written as string) : written
      if (value === undefined) return []
      const taskId = names.taskIdOf.get(`${source.slug}:${task.wbs_path}`) as string
      return [{ taskId, fieldId: idOf.get(slug) as string, value: Array.isArray(value) ? [...new Set(value)] : value }]
    }),
  )
  await insertFieldValues(ctx, values)
}

/** Labels, criteria, skills, roster and assignments; work on a phase is that of its tasks, so nobody is assigned to it. */
async function writePeople(
  ctx: Ctx<ProjectScope>,
  source: SeedProject,
  names: SeedNames,
  parents: ReadonlySet<string>,
): Promise<{ assignments: number; clamped: number; unassigned: number }> {
  const { projectId } = ctx.scope
  const idOf = (wbs: string) => names.taskIdOf.get(`${source.slug}:${wbs}`) as string
  const resourceIdOf = (slug: string) => names.resourceIdOf.get(slug) as string
  const tasks = source.tasks ?? []
  const labelIdOf = await createLabelSet(ctx, projectId, source.labels ?? [])
  await insertTaskLabels(
    ctx,
    tasks.flatMap((task) =>
      (task.labels ?? []).map((slug) => ({ taskId: idOf(task.wbs_path), labelId: labelIdOf.get(slug) as string })),
    ),
  )
  await insertCriteria(
    ctx,
    projectId,
    tasks.flatMap((task) =>
      (task.acceptance_criteria ?? []).map((criterion, position) => ({
        ...criterion,
        position,
        taskId: idOf(task.wbs_path),
      })),
    ),
  )
  await insertRequirements(
    ctx,
    projectId,
    tasks.flatMap((task) => (task.skills ?? []).map((skill) => ({ ...skill, taskId: idOf(task.wbs_path) }))),
  )
  const wanted = tasks.flatMap((task) =>
    (task.assignments ?? []).map((row) => ({
      wbs: task.wbs_path,
      resourceId: resourceIdOf(row.resource),
      units: row.units ?? 1,
    })),
  )
  const assigned = wanted.filter((row) => !parents.has(row.wbs))
  await insertRoster(ctx, projectId, [
    ...(source.roster ?? []).map((row) => ({ ...row, resourceId: resourceIdOf(row.resource) })),
    ...assigned.map(({ resourceId }) => ({ resourceId })),
  ])
  const written = await insertAssignments(
    ctx,
    assigned.map(({ wbs, resourceId, units }) => ({ taskId: idOf(wbs), resourceId, units })),
  )
  return {
    assignments: written.createdCount,
    clamped: written.clampedCount,
    unassigned: wanted.length - assigned.length,
  }
}
