import type { ProjectScope } from '../../access/project-scope.ts'
import type { EditBase } from '../../platform/concurrent-edits.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { fieldError, forbidden, notFound, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import { lockAndRead } from '../../projects/project-lock.ts'
import { writeFor } from '../../projects/writer.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { recordDurationChange } from '../duration-events/record-duration-change.ts'
import { checkGuardrails } from '../guardrails/check-guardrails.ts'
import { loadProjectFacts } from '../project-facts.ts'
import { markReshaped } from '../rollup/roll-up-phases.ts'
import { loadShownValues } from '../rollup/shown-values.ts'
import { assignOwners } from '../rules/assign-owners.ts'
import { applyAutomaticStatus } from '../rules/automatic-status.ts'
import { checkClosedSprint } from '../rules/check-sprint.ts'
import { checkTaskWrite } from '../rules/check-task-write.ts'
import { checkRecordedWork, lastRecordableDay } from '../rules/recorded-work.ts'
import { isSchedulable } from '../schedulable.queries.ts'
import { shiftProjectStart } from '../shift-project-start.ts'
import {
  taskAssigned,
  taskAssigneeChanged,
  taskDelta,
  taskDueDateChanged,
  taskUpdated,
  taskWebhookPayload,
} from '../task.events.ts'
import { afterTaskWrite } from '../task.hooks.ts'
import { canEditTask } from '../task.policy.ts'
import { dropSchedules, findStoredTask, saveTaskColumns } from '../task.queries.ts'
import type { TaskFields } from '../task.schema.ts'
import { fieldOf, type TaskColumn, type TaskValues } from '../task-values.ts'
import { amendReasonOf, noteAmendReason } from './amend-reason.ts'
import type { SavedTask } from './create-task.ts'
import { mergeTaskEdits } from './merge-task-edits.ts'
import { changedColumns, startDraft, type TaskDraft } from './task-draft.ts'

export interface UpdateTaskInput extends TaskFields {
  readonly project?: string | undefined
}

const UNSCHEDULED_COLUMNS: ReadonlySet<string> = new Set(['name', 'notes'])

/** Changes the fields sent. A write that changes nothing stored is answered and leaves no trace. */
export async function updateTask(
  ctx: Ctx<ProjectScope>,
  taskId: string,
  input: UpdateTaskInput,
  options: { isQuiet?: boolean; base?: EditBase } = {},
): Promise<SavedTask> {
  const { projectId } = ctx.scope
  const [stored, facts] = await lockAndRead(ctx, projectId, (ctx) =>
    Promise.all([findStoredTask(ctx, projectId, taskId), loadProjectFacts(ctx, projectId)]),
  )
  refuseUnless(stored, notFound)
  refuseUnless(canEditTask(ctx, stored.row), forbidden)
  refuseUnless(input.project === undefined || input.project === projectId, () =>
    fieldError('project', 'A task cannot move to another project.'),
  )
  const draft = startDraft({
    projectId,
    taskId,
    isNew: false,
    base: { ...valuesOnly(stored.row), ...(await loadShownValues(ctx, stored)) },
    input,
    shape: stored.shape,
    dropped: [],
  })
  const mergedFields = await mergeTaskEdits(ctx, draft, stored.row.server_version, options.base)
  await checkTaskWrite(ctx, draft, facts)
  const warnings = await checkGuardrails(ctx, draft)
  applyAutomaticStatus(ctx, draft, facts)
  await checkClosedSprint(ctx, draft)
  checkRecordedWork(draft, lastRecordableDay(ctx.services.clock, facts))
  await recordDurationChange(ctx, draft, facts)
  if (isChanged(draft, 'governance_class')) draft.values.parent_governance_inherited = false
  const changed = changedColumns(draft)
  noteAmendReason(ctx, taskId, input.amend_reason)
  const write = () => save(ctx, draft, changed, options.isQuiet ?? false)
  const reason = facts.lifecycle === 'active' ? amendReasonOf(ctx, taskId) : undefined
  if (changed.length > 0) await (reason === undefined ? write() : writeFor(ctx, `amend: ${reason}`, write))
  const hasNewOwners = await assignOwners(ctx, draft, options.isQuiet ?? false)
  return { id: taskId, dropped: draft.dropped, warnings, isChanged: changed.length > 0 || hasNewOwners, mergedFields }
}

function isChanged(draft: TaskDraft, column: TaskColumn): boolean {
  return draft.values[column] !== draft.base[column]
}

/** The stored columns of a row without its identity, so that a draft can be compared with it. */
function valuesOnly(row: TaskValues): TaskValues {
  const { ...values } = row
  return values
}

async function save(ctx: Ctx<ProjectScope>, draft: TaskDraft, changed: TaskColumn[], isQuiet: boolean): Promise<void> {
  const { projectId, taskId, values } = draft
  const columns: TaskColumn[] = actorId(ctx) === null ? changed : [...changed, 'edited_at']
  if (actorId(ctx) !== null) values.edited_at = ctx.services.clock.now().toISOString()
  const version = await saveTaskColumns(ctx, projectId, taskId, columns, values)
  if (!isSchedulable({ ...values, is_deleted: false })) {
    await dropSchedules(ctx, projectId, [taskId])
    if (values.parent_id !== null) markReshaped(ctx, projectId, [values.parent_id])
  }
  if (isChanged(draft, 'planned_start')) await shiftProjectStart(ctx, projectId, values.planned_start)
  if (!isQuiet) announce(ctx, draft, changed, version)
  if (!isQuiet) await afterTaskWrite(ctx, { projectId })
  const standsAlone = values.parent_id === null && !draft.shape.hasChildren
  if (changed.some((column) => !UNSCHEDULED_COLUMNS.has(column))) requestRecompute(ctx, projectId, { standsAlone })
}

function announce(ctx: Ctx<ProjectScope>, draft: TaskDraft, changed: TaskColumn[], version: number): void {
  const { projectId, taskId, values, base } = draft
  const facts = taskWebhookPayload(ctx, projectId, { id: taskId, ...values })
  emit(ctx, taskUpdated, {
    projectId,
    payload: taskDelta(ctx, taskId, version, changed.map(fieldOf)),
    webhookPayload: facts,
  })
  if (isChanged(draft, 'assignee_id') && values.assignee_id !== null) {
    const event = base.assignee_id === null ? taskAssigned : taskAssigneeChanged
    emit(ctx, event, { projectId, payload: { ...facts, previous_assignee: base.assignee_id } })
  }
  if (isChanged(draft, 'planned_start')) {
    emit(ctx, taskDueDateChanged, { projectId, payload: { ...facts, previous_planned_start: base.planned_start } })
  }
}
