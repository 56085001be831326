// What people are told of tasks that were written: read from the history that triggers write, so that a batch, an import, an
// undo or a push tells the same people as a request for a single task.

import type { Ctx } from '../../platform/context.ts'
import type { PendingEvent } from '../../platform/events/define-event.ts'
import type { RowChange } from '../../platform/events/event.hooks.ts'
import { sumUp } from '../../platform/events/sum-up-changes.ts'
import { isInUse } from '../../projects/project-lock.ts'
import { amendReasonOf } from '../../tasks/writing/amend-reason.ts'
import { findLeaders } from './tell.queries.ts'
import {
  findSaves,
  findSprintPeople,
  findSprints,
  findWorkers,
  type Save,
  type WrittenTask,
} from './tell-of-tasks.queries.ts'
import { type Telling, telling } from './telling.ts'

/** When it is to be done. */
const DATE_COLUMNS = ['planned_start', 'duration']
/** What was agreed of the task when its project was committed: not how far it is, and not how it is described. */
const PLAN_COLUMNS = [
  ...DATE_COLUMNS,
  'constraint_type',
  'constraint_date',
  'deadline',
  'milestone_at',
  'optimistic_duration',
  'most_likely_duration',
  'pessimistic_duration',
  'is_milestone',
]
const COLUMNS = ['assignee_id', 'sprint_id', 'blocked_reason', ...PLAN_COLUMNS]
/** The same as events call them. */
const FIELDS: ReadonlySet<string> = new Set(COLUMNS.map((column) => column.replace(/_id$/, '')))

const ALWAYS: ReadonlySet<string> = new Set(['task.assigned', 'task.assignee_changed', 'task.due_date_changed'])

type Facts = Readonly<Record<string, unknown>>

/** Whether an event may be of a task of which somebody has to be told; asks nothing of the database. */
export function mayTellOfTasks(ctx: Ctx<unknown>, { coversRows, webhook, projectId, ...event }: PendingEvent): boolean {
  if (projectId === null) return false
  if (coversRows || ALWAYS.has(webhook ?? '')) return true
  if (webhook === 'task.created')
    return (event.webhookPayload as Facts).assignee !== null || isInUse(ctx, projectId, 'sprints')
  const changed = (event.payload as Facts).changed_fields
  return webhook === 'task.updated' && Array.isArray(changed) && changed.some((field) => FIELDS.has(field))
}

interface Written {
  readonly task: WrittenTask
  readonly change: RowChange
}

/** What the open transaction means for the people of a project, task by task. */
export async function tellOfTasks(ctx: Ctx<unknown>, projectId: string, actor: string): Promise<Telling[]> {
  const saves = await findSaves(ctx, projectId, COLUMNS)
  const tasks = new Map<string, Save>(saves.map((save) => [save.object_id, save]))
  const written = sumUp(saves).flatMap((change): Written[] => {
    const task = tasks.get(change.id)
    return task && change.end !== 'removed' ? [{ task, change }] : []
  })
  if (written.length === 0) return []
  const tellings = written.flatMap((one) => [...ofAssignment(one, actor), ...ofDates(one, actor)])
  const known = new Set(tellings.flatMap(({ task_id, to }) => to.map(({ account_id }) => `${task_id} ${account_id}`)))
  return [
    ...tellings,
    ...(await ofFlags(ctx, written, actor)),
    ...(await ofSprints(ctx, written, actor)),
    ...(await ofRescheduling(ctx, written, actor)),
    ...(await ofAmendments(ctx, written, { actor, known })),
  ]
}

const hasNewAssignee = ({ task, change }: Written) =>
  task.assignee_id !== null && (change.end === 'made' || change.changes.has('assignee_id'))
const isMoved = ({ change }: Written) =>
  change.end === 'changed' && DATE_COLUMNS.some((column) => change.changes.has(column))

function ofAssignment(one: Written, actor: string): Telling[] {
  if (!hasNewAssignee(one)) return []
  const { task } = one
  const many = (count: number) => `${actor} assigned you ${count} tasks of ${task.project_name}`
  return [telling('task.assigned', task, { one: `${actor} assigned you ${task.name}`, many }, [task.assignee_id])]
}

function ofDates(one: Written, actor: string): Telling[] {
  if (!isMoved(one) || hasNewAssignee(one)) return []
  const { task } = one
  const words = {
    one: `${actor} moved ${task.name}`,
    many: (count: number) => `${actor} moved ${count} of your tasks of ${task.project_name}`,
  }
  return [telling('task.due_date_changed', task, words, [task.assignee_id])]
}

/** Tasks that were flagged as blocked. The reason is not told: it is for those who may read it. */
async function ofFlags(ctx: Ctx<unknown>, written: readonly Written[], actor: string): Promise<Telling[]> {
  const flagged = written.filter(
    ({ task, change }) => task.is_blocked && change.changes.get('blocked_reason')?.[0] === '',
  )
  const [first] = flagged
  if (!first) return []
  const leaders = (await findLeaders(ctx, first.task.project_id, true)).map(({ account_id }) => account_id)
  return flagged.map(({ task }) => {
    const words = {
      one: `${actor} says that ${task.name} is blocked`,
      many: (count: number) => `${actor} says that ${count} tasks of ${task.project_name} are blocked`,
    }
    return telling('task.blocked', task, words, [task.assignee_id, ...leaders])
  })
}

/** Tasks that came into a sprint or left one: told to who does them, and to leaders where the sprint is under way. */
async function ofSprints(ctx: Ctx<unknown>, written: readonly Written[], actor: string): Promise<Telling[]> {
  const moved = written.flatMap(({ task, change }) => {
    const before = change.changes.get('sprint_id')?.[0] as string | null | undefined
    const isMade = change.end === 'made'
    if (isMade ? task.sprint_id === null : before === undefined) return []
    return [{ task, isMade, left: isMade ? null : (before ?? null) }]
  })
  const [first] = moved
  if (!first) return []
  const left = await findSprints(
    ctx,
    moved.flatMap((one) => one.left ?? []),
  )
  const sprints = new Map(left.map((sprint) => [sprint.id, sprint]))
  const isActive = (one: (typeof moved)[number]) =>
    one.task.sprint_state === 'ACTIVE' || sprints.get(one.left ?? '')?.state === 'ACTIVE'
  const leaders = moved.some(isActive)
    ? (await findLeaders(ctx, first.task.project_id, false)).map(({ account_id }) => account_id)
    : []
  return moved.flatMap((one) => {
    const { task, isMade } = one
    const where = task.sprint_name === null ? 'out of its sprint' : `to ${task.sprint_name}`
    const toAssignee = telling(
      'task.moved_sprint',
      task,
      {
        one: `${actor} moved ${task.name} ${where}`,
        many: (count) => `${actor} moved ${count} of your tasks of ${task.project_name} between sprints`,
      },
      [task.assignee_id],
    )
    const entered = task.sprint_state === 'ACTIVE'
    const sprint = entered ? task.sprint_name : sprints.get(one.left ?? '')?.name
    const toLeaders = telling(
      'sprint.membership_changed',
      task,
      {
        one: entered ? `${actor} put ${task.name} into ${sprint}` : `${actor} took ${task.name} out of ${sprint}`,
        many: (count) => `${actor} changed which tasks are in ${sprint}: ${count} of them`,
      },
      leaders,
    )
    return [...(isMade ? [] : [toAssignee]), ...(isActive(one) ? [toLeaders] : [])]
  })
}

/** Who works in the same sprint learns that a task beside his own was moved in time. */
async function ofRescheduling(ctx: Ctx<unknown>, written: readonly Written[], actor: string): Promise<Telling[]> {
  const moved = written.filter((one) => isMoved(one) && one.task.sprint_state === 'ACTIVE')
  if (moved.length === 0) return []
  const people = await findSprintPeople(ctx, [...new Set(moved.map(({ task }) => task.sprint_id as string))])
  return moved.map(({ task }) => {
    const words = {
      one: `${actor} rescheduled ${task.name} of ${task.sprint_name}`,
      many: (count: number) => `${actor} rescheduled ${count} tasks of ${task.sprint_name}`,
    }
    const others = (people.get(task.sprint_id as string) ?? []).filter((id) => id !== task.assignee_id)
    return telling('sprint.task_rescheduled', task, words, others)
  })
}

/** Who is put to a task learns that its plan was amended after the project was committed, unless told of it already. */
async function ofAmendments(
  ctx: Ctx<unknown>,
  written: readonly Written[],
  { actor, known }: { readonly actor: string; readonly known: ReadonlySet<string> },
): Promise<Telling[]> {
  const amended = written.filter(
    ({ task, change }) =>
      task.lifecycle === 'active' &&
      change.end === 'changed' &&
      PLAN_COLUMNS.some((column) => change.changes.has(column)),
  )
  const [first] = amended
  if (!first || !isInUse(ctx, first.task.project_id, 'task_resources')) return []
  const workers = await findWorkers(
    ctx,
    amended.map(({ task }) => task.id),
  )
  return amended.map(({ task }) => {
    const reason = amendReasonOf(ctx, task.id)
    const words = {
      one: `${actor} amended the plan of ${task.name}`,
      many: (count: number) => `${actor} amended the plan of ${count} of your tasks of ${task.project_name}`,
      body: reason === undefined ? 'No reason was given.' : `Reason: ${reason}`,
    }
    const told = (workers.get(task.id) ?? []).filter((id) => !known.has(`${task.id} ${id}`))
    return telling('plan.amended', task, words, told)
  })
}
