import type { ProjectScope } from '../access/project-scope.ts'
import type { TaskOfBodyScope } from '../people/task-of-body.ts'
import type { Ctx } from '../platform/context.ts'
import { fieldError, notFound, refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from '../projects/project-lock.ts'
import { requestRecompute } from '../recompute/request-recompute.ts'
import { markReshaped } from '../tasks/rollup/roll-up-phases.ts'
import { taskDelta, taskUpdated, taskWebhookPayload } from '../tasks/task.events.ts'
import { dropSchedules, findStoredTask, saveTask } from '../tasks/task.queries.ts'
import { findRule, insertRule, isRecurring, type RuleRow, saveRule } from './recurrence.queries.ts'
import type { RuleInput } from './recurrence.schema.ts'

/** The project of a rule that the path names. */
export interface RuleScope extends ProjectScope {
  readonly ruleId: string
}

/** Makes a task recur: it is a template from now on, and leaves the schedule. */
export async function createRule(ctx: Ctx<TaskOfBodyScope>, input: RuleInput): Promise<RuleRow> {
  const { projectId, taskId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  refuseUnless(!(await isRecurring(ctx, taskId)), () => fieldError('task', 'This task recurs already.'))
  const values = { ...valuesOf(input) }
  checkPattern(values)
  const made_on = ctx.services.clock.today(values.timezone ?? 'UTC')
  const id = newId()
  await insertRule(ctx, { id, project_id: projectId, task_id: taskId, sync_seq: syncSeq, made_on, ...values })
  await markTemplate(ctx, taskId, true)
  return loadRule(ctx, id)
}

/** What was made stays; what comes follows the changed rule. */
export async function updateRule(ctx: Ctx<RuleScope>, input: Partial<RuleInput>): Promise<RuleRow> {
  const syncSeq = await lockProject(ctx, ctx.scope.projectId)
  const stored = await loadRule(ctx, ctx.scope.ruleId)
  refuseUnless(input.task === undefined || input.task === stored.task_id, () =>
    fieldError('task', 'A rule stays with its task.'),
  )
  const values = valuesOf(input)
  checkPattern({ ...stored, ...values })
  await saveRule(ctx, stored.id, { ...values, sync_seq: syncSeq })
  return loadRule(ctx, stored.id)
}

/** The task is an ordinary one again; what was made of it stays. */
export async function deleteRule(ctx: Ctx<RuleScope>): Promise<void> {
  const syncSeq = await lockProject(ctx, ctx.scope.projectId)
  const stored = await loadRule(ctx, ctx.scope.ruleId)
  await saveRule(ctx, stored.id, { is_deleted: true, deleted_at: ctx.services.clock.now(), sync_seq: syncSeq })
  await markTemplate(ctx, stored.task_id, false)
}

export async function loadRule(ctx: Ctx<unknown>, id: string): Promise<RuleRow> {
  const row = await findRule(ctx, id)
  refuseUnless(row, notFound)
  return row
}

function valuesOf({ task: _task, ...values }: Partial<RuleInput>) {
  return values
}

type Pattern = Partial<Pick<RuleRow, 'frequency' | 'weekdays' | 'day_of_month' | 'end_type' | 'end_date' | 'end_count'>>

/** What a frequency and an end need beside themselves. */
function checkPattern(rule: { readonly [Name in keyof Pattern]?: Pattern[Name] | undefined }): void {
  refuseUnless(rule.frequency !== 'WEEKLY' || rule.weekdays, () => fieldError('weekdays', 'Name at least one weekday.'))
  refuseUnless(rule.frequency !== 'MONTHLY' || rule.day_of_month, () =>
    fieldError('day_of_month', 'Name the day of the month.'),
  )
  refuseUnless(rule.end_type !== 'ON_DATE' || rule.end_date, () => fieldError('end_date', 'Name the last day.'))
  refuseUnless(rule.end_type !== 'AFTER_N' || rule.end_count, () => fieldError('end_count', 'Say how many.'))
}

/** A template has no dates; without its rule it gets some with the next pass. */
async function markTemplate(ctx: Ctx<ProjectScope>, taskId: string, is_recurring: boolean): Promise<void> {
  const { projectId } = ctx.scope
  const stored = await findStoredTask(ctx, projectId, taskId)
  refuseUnless(stored, notFound)
  const version = await saveTask(ctx, projectId, taskId, { is_recurring })
  if (is_recurring) await dropSchedules(ctx, projectId, [taskId])
  if (stored.row.parent_id !== null) markReshaped(ctx, projectId, [stored.row.parent_id])
  emit(ctx, taskUpdated, {
    projectId,
    payload: taskDelta(ctx, taskId, version, ['has_recurrence']),
    webhookPayload: taskWebhookPayload(ctx, projectId, stored.row),
  })
  requestRecompute(ctx, projectId)
}
