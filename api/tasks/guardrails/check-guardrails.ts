import type { Ctx } from '../../platform/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { isChanged, type TaskDraft } from '../writing/task-draft.ts'
import { findPolicy, findSprintWindow } from './guardrail.queries.ts'
import type { GuardrailRule } from './guardrail-policy.entity.ts'

/** A rule that a write went against without being refused. */
export interface GuardrailWarning {
  readonly rule: GuardrailRule
  readonly detail: string
}

interface Tripped extends GuardrailWarning {
  readonly suggestedAction: string
}

/**
 * What speaks against the task in the sprint that an edit puts it into: a refusal where the project blocks it, else a
 * warning. The two other rules of the policy are kept for clients: phases are refused whatever it says, and subtasks
 * follow their task.
 */
export async function checkGuardrails(ctx: Ctx<unknown>, draft: TaskDraft): Promise<GuardrailWarning[]> {
  if (!isChanged(draft, 'sprint_id') || draft.values.sprint_id === null) return []
  const tripped = [...standing(draft), ...(await outsideWindow(ctx, draft, draft.values.sprint_id))]
  if (tripped.length === 0) return []
  const levels = (await findPolicy(ctx, draft.projectId))?.levels ?? {}
  const blocked = tripped.find(({ rule }) => levels[rule] === 'block')
  if (blocked) throw refusal(blocked)
  return tripped.map(({ rule, detail }) => ({ rule, detail }))
}

function refusal({ rule, detail, suggestedAction }: Tripped): Refusal {
  return new Refusal(400, detail, {
    code: 'guardrail_blocked',
    extra: { rule, suggested_action: suggestedAction },
  })
}

function standing({ shape, values }: TaskDraft): Tripped[] {
  const tripped: Tripped[] = []
  if (shape.hasChildren)
    tripped.push({
      rule: 'summary_in_sprint',
      detail: 'The task has tasks below it; they are what is worked on.',
      suggestedAction: 'assign_child_tasks',
    })
  if (values.is_recurring)
    tripped.push({
      rule: 'recurring_in_sprint',
      detail: 'The task recurs; no sprint completes it.',
      suggestedAction: 'remove_from_sprint',
    })
  return tripped
}

/** Only where the dates are known and no day of the task lies in the sprint. */
async function outsideWindow(ctx: Ctx<unknown>, { values, shape }: TaskDraft, sprintId: string): Promise<Tripped[]> {
  const start = values.planned_start ?? shape.earlyStart
  const finish = shape.span.early_finish
  const sprint = start === null || finish === null ? undefined : await findSprintWindow(ctx, sprintId)
  if (!sprint || start === null || finish === null) return []
  if (start <= sprint.finish_date && finish >= sprint.start_date) return []
  return [
    {
      rule: 'task_outside_sprint_window',
      detail: `The task runs from ${start} to ${finish}, the sprint from ${sprint.start_date} to ${sprint.finish_date}.`,
      suggestedAction: 'align_dates_or_sprint',
    },
  ]
}
