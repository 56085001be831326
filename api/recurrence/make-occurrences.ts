import { formatCivilDay } from '../../compute/plan/civil-day.ts'
import type { Ctx } from '../platform/context.ts'
import { emit } from '../platform/events/define-event.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { tellWriter } from '../projects/writer.ts'
import { tasksBulkMutated } from '../tasks/task.events.ts'
import { insertTasks } from '../tasks/writing/insert-tasks.ts'
import { occurrenceDays } from './occurrence-days.ts'
import { handOnAttachments, tellOfDay } from './recurrence.hooks.ts'
import {
  claimDays,
  claimMornings,
  copyAssignments,
  findSubtasks,
  loadTemplates,
  recordMade,
  saveRule,
} from './recurrence.queries.ts'
import { dayOf, dueThrough, reachedDay } from './rule-hours.ts'

/** A task that was made, and for which day. */
interface Made {
  readonly id: string
  readonly day: string
}

type Template = Awaited<ReturnType<typeof loadTemplates>>[number]

/**
 * Makes the tasks of a project's rules from where each stopped, at the earliest today, through the days ahead that are
 * set. They stand outside the tree and the schedule, as their template does; one event tells of all. Who is to be
 * reminded of the day that has come is told.
 */
export async function makeOccurrences(ctx: Ctx, projectId: string): Promise<void> {
  await tellWriter(ctx, { reason: 'recurrence' })
  await lockProject(ctx, projectId)
  const made: string[] = []
  const templates = await loadTemplates(ctx, projectId)
  for (const template of templates) made.push(...(await makeOf(ctx, template)))
  if (made.length > 0) emit(ctx, tasksBulkMutated, { projectId, payload: { task_ids: made } })
  await tellMornings(ctx, projectId, templates)
}

async function tellMornings(ctx: Ctx, projectId: string, templates: readonly Template[]): Promise<void> {
  const reminding = templates.filter((template) => template.inherit_morning_notification)
  if (reminding.length === 0) return
  const days = reminding.map((rule) => ({ ruleId: rule.id, day: reachedDay(ctx.services, rule) }))
  const taskIds = await claimMornings(ctx, days)
  if (taskIds.length > 0) await tellOfDay(ctx, { projectId, taskIds })
}

async function makeOf(ctx: Ctx, template: Template): Promise<string[]> {
  const today = dayOf(ctx.services.clock.today(template.timezone))
  const through = dueThrough(ctx.services, template)
  const from = template.generated_through === null ? today : Math.max(dayOf(template.generated_through) + 1, today)
  if (from > through) return []
  const days = occurrenceDays(patternOf(template), from, through).map(formatCivilDay)
  const fresh = await claimDays(ctx, template.id, days)
  const rows = fresh.map((day) => ({ id: newId(), day }))
  await insertTasks(
    ctx,
    template.project_id,
    rows.map(({ id, day }) => occurrence(template, id, day)),
  )
  for (const { id, day } of rows) await recordMade(ctx, template.id, day, id)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await handOn(ctx, template, rows)
  const sync_seq = await lockProject(ctx, template.project_id)
  const occurrence_count = template.occurrence_count + ids.length
  await saveRule(ctx, template.id, { generated_through: formatCivilDay(through), occurrence_count, sync_seq })
  return ids
}

/** What the rule says that each task gets of its template. */
async function handOn(ctx: Ctx, template: Template, rows: readonly Made[]): Promise<void> {
  const { task_id: templateId, project_id: projectId } = template
  const taskIds = rows.map(({ id }) => id)
  if (template.inherit_assignee) await copyAssignments(ctx, templateId, taskIds)
  if (template.inherit_attachments) await handOnAttachments(ctx, { projectId, templateId, taskIds })
  if (!template.inherit_subtasks) return
  const subtasks = await findSubtasks(ctx, templateId)
  const copies = rows.flatMap(({ id, day }) =>
    subtasks.map((subtask) => ({
      ...occurrence({ ...template, ...subtask }, newId(), day),
      parent_id: id,
      is_subtask: true,
    })),
  )
  await insertTasks(ctx, projectId, copies)
}

function patternOf(template: Template) {
  return {
    frequency: template.frequency,
    interval: template.interval,
    weekdays: template.weekdays,
    dayOfMonth: template.day_of_month,
    anchorDay: dayOf(template.planned_start ?? template.made_on),
    endDay: template.end_type === 'ON_DATE' && template.end_date !== null ? dayOf(template.end_date) : null,
    left: template.end_type === 'AFTER_N' ? Math.max(0, (template.end_count ?? 0) - template.occurrence_count) : null,
  }
}

function occurrence(template: Handed, id: string, day: string) {
  const { name, notes, duration, is_milestone, delivery_mode, governance_class } = template
  return {
    ...{ id, name, notes, duration, is_milestone, parent_id: null, wbs_order: null, is_recurring: true },
    delivery_mode: delivery_mode as never,
    governance_class: governance_class as never,
    planned_start: day,
    assignee_id: template.inherit_assignee ? template.assignee_id : null,
  }
}

type HandedField = 'name' | 'notes' | 'duration' | 'is_milestone' | 'delivery_mode' | 'governance_class' | 'assignee_id'
type Handed = Pick<Template, HandedField | 'inherit_assignee'>
