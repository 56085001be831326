import { type ProjectScope, projectScopeOf } from '../../access/project-scope.ts'
import type { RowOf } from '../../database.ts'
import type { Ctx } from '../../platform/context.ts'
import { notFound, Refusal, refuseUnless } from '../../platform/errors.ts'
import { emit } from '../../platform/events/define-event.ts'
import type { RawInput } from '../../platform/http/route.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { createTask } from '../../tasks/writing/create-task.ts'
import type { SprintScope } from '../sprint.scope.ts'
import { demoPresenterSet, demoReordered, demoToggled, flaggedForBacklog, reviewNoteSet } from './outcome.events.ts'
import {
  findDemoIds,
  findOutcomeOfMember,
  isLiveTask,
  lockOutcome,
  saveDemoOrder,
  saveOutcome,
} from './outcome.queries.ts'

/** The project of an outcome that a path names. */
export interface OutcomeScope extends ProjectScope {
  readonly outcomeId: string
  readonly sprintId: string
}

type Stored = RowOf<'sprint_task_outcomes'>

const MAX_PRESENTER = 120
const MAX_NOTE = 200

export async function outcomeScope(ctx: Ctx, raw: RawInput): Promise<OutcomeScope> {
  const row = await findOutcomeOfMember(ctx, raw.params.id ?? '')
  if (!row) throw notFound()
  return { ...projectScopeOf(row), outcomeId: row.id, sprintId: row.sprint_id }
}

/** Puts a task on the list of the demo or takes it off, where it loses its place. */
export async function setDemoReady(ctx: Ctx<OutcomeScope>, demo_ready: boolean) {
  const stored = await hold(ctx)
  if (stored.demo_ready === demo_ready) return presentCurated(stored)
  const changed = { demo_ready, ...(demo_ready ? {} : { demo_order: 0 }) }
  emit(ctx, demoToggled, { projectId: ctx.scope.projectId, payload: { ...idsOf(ctx), demo_ready } })
  return save(ctx, stored, changed)
}

export async function setPresenter(ctx: Ctx<OutcomeScope>, name: string) {
  const stored = await hold(ctx)
  const presenter = name.trim().slice(0, MAX_PRESENTER)
  if (stored.presenter === presenter) return presentCurated(stored)
  emit(ctx, demoPresenterSet, { projectId: ctx.scope.projectId, payload: { ...idsOf(ctx), presenter } })
  return save(ctx, stored, { presenter })
}

export async function setNote(ctx: Ctx<OutcomeScope>, text: string) {
  const stored = await hold(ctx)
  const note = text.trim().slice(0, MAX_NOTE)
  if (stored.review_note === note) return presentCurated(stored)
  emit(ctx, reviewNoteSet, { projectId: ctx.scope.projectId, payload: { ...idsOf(ctx), note } })
  return save(ctx, stored, { review_note: note })
}

/** Makes a backlog item of what the review found; once, unless that item was deleted. */
export async function flagForBacklog(ctx: Ctx<OutcomeScope>) {
  const stored = await hold(ctx)
  if (stored.flagged_task_id !== null && (await isLiveTask(ctx, stored.flagged_task_id))) return presentCurated(stored)
  const made = await createTask(ctx, {
    name: stored.task_title,
    status: 'BACKLOG',
    duration: 1,
    story_points: stored.story_points,
  })
  emit(ctx, flaggedForBacklog, { projectId: ctx.scope.projectId, payload: { ...idsOf(ctx), task_id: made.id } })
  return save(ctx, stored, { flagged_task_id: made.id })
}

/** Puts the list of the demo into an order: all of it and nothing else. */
export async function reorderDemo(ctx: Ctx<SprintScope>, ids: readonly string[]) {
  const { projectId, sprintId } = ctx.scope
  await lockProject(ctx, projectId)
  const shown = await findDemoIds(ctx, sprintId)
  const named = new Set(ids)
  const isWhole = named.size === ids.length && ids.length === shown.length && shown.every(({ id }) => named.has(id))
  refuseUnless(isWhole, () => {
    const conflicts = shown.map(({ id }) => id).filter((id) => !named.has(id))
    return new Refusal(409, 'The demo list has changed since it was read.', { extra: { conflicts } })
  })
  const updated = await saveDemoOrder(ctx, ids)
  if (updated > 0) emit(ctx, demoReordered, { projectId, payload: { sprint_id: sprintId } })
  return { updated }
}

async function hold(ctx: Ctx<OutcomeScope>): Promise<Stored> {
  await lockProject(ctx, ctx.scope.projectId)
  const stored = await lockOutcome(ctx, ctx.scope.outcomeId)
  refuseUnless(stored, notFound)
  return stored
}

async function save(ctx: Ctx<OutcomeScope>, stored: Stored, changed: Partial<Stored>) {
  await saveOutcome(ctx, stored.id, changed)
  return presentCurated({ ...stored, ...changed })
}

function idsOf({ scope }: Ctx<OutcomeScope>) {
  return { id: scope.outcomeId, sprint_id: scope.sprintId }
}

function presentCurated(row: Stored) {
  return {
    id: row.id,
    sprint_id: row.sprint_id,
    task_id: row.task_id,
    task_short_id: row.task_short_id,
    demo_ready: row.demo_ready,
    demo_order: row.demo_order,
    presenter: row.presenter,
    review_note: row.review_note,
    flagged_task_id: row.flagged_task_id,
  }
}
