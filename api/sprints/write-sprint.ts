import type { ProjectScope } from '../access/project-scope.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { FieldErrors, fieldError, notFound, Refusal, refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { newId } from '../platform/ids.ts'
import { lockProject, reserveItemNumbers } from '../projects/project-lock.ts'
import { requestRecompute } from '../recompute/request-recompute.ts'
import { emitTouched } from '../tasks/task.events.ts'
import { announceRollups } from './milestone/milestone.events.ts'
import { sprintCreated, sprintDeleted, sprintUpdated } from './sprint.events.ts'
import { canSetTargets } from './sprint.policy.ts'
import {
  findSprint,
  insertSprints,
  isMilestoneOf,
  lockSprint,
  markFloored,
  type NewSprint,
  type SprintRow,
  saveSprint,
  unlinkTasks,
} from './sprint.queries.ts'
import type { SprintInput } from './sprint.schema.ts'
import type { SprintScope } from './sprint.scope.ts'

type Stored = NonNullable<Awaited<ReturnType<typeof lockSprint>>>
type Columns = Partial<Pick<Stored, (typeof WRITABLE)[number]>>

/** Fixed from the activation on, and targets until the end; outcome, notes and the milestone can be said at any time. */
const PLAN = ['name', 'goal', 'start_date', 'finish_date'] as const
const TARGETS = ['capacity_points', 'wip_limit'] as const
const JUDGEMENTS = ['goal_outcome', 'exclude_from_velocity'] as const
const WRITABLE = [...PLAN, ...TARGETS, ...JUDGEMENTS, 'notes', 'target_milestone_id'] as const

export async function createSprint(ctx: Ctx<ProjectScope>, input: SprintInput): Promise<SprintRow> {
  const { projectId } = ctx.scope
  const sent = sentColumns(input)
  const fresh = { goal_outcome: null, exclude_from_velocity: false, capacity_points: null, wip_limit: null }
  checkFloor(ctx, changes(sent, fresh))
  checkOrder({ start_date: input.start_date, finish_date: input.finish_date })
  const number = await reserveItemNumbers(ctx, projectId, 1)
  await checkMilestone(ctx, sent.target_milestone_id)
  const now = ctx.services.clock.now()
  const row: NewSprint = {
    id: newId(),
    project_id: projectId,
    sync_seq: await lockProject(ctx, projectId),
    number,
    ...(sent as Pick<NewSprint, 'name' | 'start_date' | 'finish_date'>),
    created_by_id: actorId(ctx),
    created_at: now,
    updated_at: now,
  }
  await insertSprints(ctx, [row])
  emit(ctx, sprintCreated, { projectId, payload: { id: row.id } })
  await announceRollups(ctx, projectId, [row.target_milestone_id ?? null])
  return loadSprint(ctx, row.id)
}

/** Changes the fields sent. A value that is sent as it stands breaks no lock and makes no save. */
export async function updateSprint(ctx: Ctx<SprintScope>, input: Partial<SprintInput>): Promise<SprintRow> {
  const { projectId, sprintId } = ctx.scope
  const stored = await holdSprint(ctx)
  const changed = changes(sentColumns(input), stored)
  checkFloor(ctx, changed)
  checkLocks(stored, changed)
  checkOrder({ ...stored, ...changed })
  await checkMilestone(ctx, changed.target_milestone_id)
  if (Object.keys(changed).length === 0) return loadSprint(ctx, sprintId)
  await saveSprint(ctx, projectId, sprintId, { ...changed, ...unbound(changed) })
  emit(ctx, sprintUpdated, { projectId, payload: { id: sprintId } })
  if (changed.start_date !== undefined) await moveTasks(ctx)
  await announceRollups(ctx, projectId, [stored.target_milestone_id, changed.target_milestone_id ?? null])
  return loadSprint(ctx, sprintId)
}

/** Tasks without a start of their own begin no earlier than their sprint: plans in memory learn of them by the cursor. */
async function moveTasks(ctx: Ctx<SprintScope>): Promise<void> {
  const { projectId, sprintId } = ctx.scope
  const count = await markFloored(ctx, sprintId, await lockProject(ctx, projectId))
  if (count > 0) requestRecompute(ctx, projectId)
}

/** A sprint that never began goes; its tasks stay without one. */
export async function deleteSprint(ctx: Ctx<SprintScope>): Promise<void> {
  const { projectId, sprintId } = ctx.scope
  const stored = await holdSprint(ctx)
  refuseUnless(stored.state === 'PLANNED', () => new Refusal(400, 'Only a planned sprint can be deleted.'))
  await saveSprint(ctx, projectId, sprintId, { is_deleted: true, deleted_at: ctx.services.clock.now() })
  const freed = await unlinkTasks(ctx, sprintId, await lockProject(ctx, projectId))
  emitTouched(
    ctx,
    projectId,
    freed.filter((task) => !task.is_deleted),
    ['sprint'],
  )
  emit(ctx, sprintDeleted, { projectId, payload: { id: sprintId } })
  if (freed.length > 0) requestRecompute(ctx, projectId)
  await announceRollups(ctx, projectId, [stored.target_milestone_id])
}

/** The sprint of the scope under the project's lock. */
export async function holdSprint(ctx: Ctx<SprintScope>): Promise<Stored> {
  await lockProject(ctx, ctx.scope.projectId)
  const stored = await lockSprint(ctx, ctx.scope.sprintId)
  refuseUnless(stored, notFound)
  return stored
}

export async function loadSprint(ctx: Ctx<ProjectScope>, sprintId: string): Promise<SprintRow> {
  const row = await findSprint(ctx, ctx.scope.projectId, sprintId)
  refuseUnless(row, notFound)
  return row
}

function sentColumns({ target_milestone, goal_outcome, ...rest }: Partial<SprintInput>): Columns {
  const columns = {
    ...rest,
    target_milestone_id: target_milestone,
    goal_outcome: goal_outcome === '' ? null : goal_outcome,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

function changes(sent: Columns, stored: Columns): Columns {
  const differing = WRITABLE.filter((name) => sent[name] !== undefined && sent[name] !== stored[name])
  return Object.fromEntries(differing.map((name) => [name, sent[name]]))
}

/** Fields of the Resource Manager are refused one by one, so that the rest of a form can be told apart from them. */
function checkFloor(ctx: Ctx<ProjectScope>, changed: Columns): void {
  if (canSetTargets(ctx)) return
  const message = ['Only a Resource Manager or above may set this.']
  const above = [...TARGETS, ...JUDGEMENTS].filter((name) => changed[name] !== undefined)
  if (above.length > 0) throw new FieldErrors(Object.fromEntries(above.map((name) => [name, message])))
}

function checkLocks({ state }: Stored, changed: Columns): void {
  if (state === 'PLANNED') return
  const ended = state !== 'ACTIVE' ? TARGETS.filter((name) => changed[name] !== undefined) : []
  const message = ['A sprint that has ended keeps its targets.']
  if (ended.length > 0) throw new FieldErrors(Object.fromEntries(ended.map((name) => [name, message])))
  refuseUnless(!PLAN.some((name) => changed[name] !== undefined), () =>
    fieldError('non_field_errors', 'Name, goal and dates are fixed once a sprint has begun.'),
  )
}

function checkOrder({ start_date, finish_date }: { start_date: string; finish_date: string }): void {
  refuseUnless(finish_date > start_date, () => fieldError('finish_date', 'Must be after start_date.'))
}

async function checkMilestone(ctx: Ctx<ProjectScope>, milestoneId: string | null | undefined): Promise<void> {
  if (milestoneId === null || milestoneId === undefined) return
  const isKnown = await isMilestoneOf(ctx, ctx.scope.projectId, milestoneId)
  refuseUnless(isKnown, () => fieldError('target_milestone', 'Must be a milestone of the project.'))
}

/** Who bound the milestone, and to what, is of a binding and not of this field. */
function unbound({ target_milestone_id }: Columns): object {
  if (target_milestone_id === undefined) return {}
  return { milestone_bound_by_id: null, milestone_bound_at: null, binding_committed_snapshot: null }
}
