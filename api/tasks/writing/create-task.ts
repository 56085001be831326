import type { ProjectScope } from '../../access/project-scope.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { emit } from '../../platform/events/define-event.ts'
import { newId } from '../../platform/ids.ts'
import { numberAndRead } from '../../projects/project-lock.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { classificationDefaults, loadProjectFacts } from '../project-facts.ts'
import { assignOwners } from '../rules/assign-owners.ts'
import { foreseeSpan } from '../rules/check-span.ts'
import { checkTaskWrite } from '../rules/check-task-write.ts'
import { checkRecordedWork, isDone, lastRecordableDay } from '../rules/recorded-work.ts'
import { shiftProjectStart } from '../shift-project-start.ts'
import { parkNewPhases } from '../structure/park-phases.ts'
import { type Placement, placeTask, storedTree, type Tree } from '../structure/place-task.ts'
import { emitTouched, taskCreated, taskWebhookPayload } from '../task.events.ts'
import { afterTaskWrite } from '../task.hooks.ts'
import { loadVersions } from '../task.queries.ts'
import type { CreateTaskInput } from '../task.schema.ts'
import { type SourceKind, TASK_DEFAULTS } from '../task-values.ts'
import { insertTaskRows, type NewTask } from './new-task.queries.ts'
import { LEAF_SHAPE, startDraft, type TaskDraft } from './task-draft.ts'

export interface CreateTaskOptions {
  /** Id minted by the client of a batch. */
  readonly id?: string
  readonly sourceKind?: SourceKind
  /** A batch announces itself once and records its rows as a whole. */
  readonly isQuiet?: boolean
}

export interface SavedTask {
  readonly id: string
  /** Keys that arrived and were not applied. */
  readonly dropped: readonly string[]
  /** Guardrails that the write went against. */
  readonly warnings?: readonly { readonly rule: string; readonly detail: string }[]
  /** Something stored was changed, its owners included. */
  readonly isChanged?: boolean
  /** Fields that others changed since the version the edit started from, and that it left as they are. */
  readonly mergedFields?: readonly string[]
}

/** Creates one task as the last child of its parent, or last at the top of the tree. */
export async function createTask(
  ctx: Ctx<ProjectScope>,
  input: CreateTaskInput,
  options: CreateTaskOptions = {},
): Promise<SavedTask> {
  const { projectId } = ctx.scope
  const isAtTop = (input.parent_id ?? null) === null
  const [number, topLabel] = await numberAndRead(ctx, projectId, async (ctx) => {
    const [label] = await Promise.all([
      isAtTop ? storedTree(ctx, projectId).nextLabel([]) : null,
      loadProjectFacts(ctx, projectId),
      foreseeSpan(ctx, projectId),
    ])
    return label
  })
  const stored = storedTree(ctx, projectId)
  const tree: Tree = topLabel === null ? stored : { ...stored, nextLabel: async () => topLabel }
  const { draft, place } = await draftNewTask(ctx, input, tree, options.id ?? newId())
  await insertTaskRows(ctx, projectId, [newTaskRow(ctx, { draft, place, number }, options.sourceKind ?? 'hand')])
  await shiftProjectStart(ctx, projectId, draft.values.planned_start)
  await followParent(ctx, place, options.isQuiet ?? false)
  if (!options.isQuiet) announceTask(ctx, draft)
  await assignOwners(ctx, draft, options.isQuiet ?? false)
  requestRecompute(ctx, projectId, { standsAlone: place.parentId === null })
  if (!options.isQuiet) await afterTaskWrite(ctx, { projectId })
  return { id: draft.taskId, dropped: draft.dropped }
}

export interface DraftedTask {
  readonly draft: TaskDraft
  readonly place: Placement
}

/** A new row in its place in the tree as the rules leave it, or their refusal. Needs the project's lock. */
export async function draftNewTask(
  ctx: Ctx<ProjectScope>,
  input: CreateTaskInput,
  tree: Tree,
  taskId: string,
): Promise<DraftedTask> {
  const { projectId } = ctx.scope
  const facts = await loadProjectFacts(ctx, projectId)
  const place = await placeTask(tree, { parentId: input.parent_id ?? null, isSubtask: input.is_subtask ?? false })
  const draft = startDraft({
    projectId,
    taskId,
    isNew: true,
    base: { ...TASK_DEFAULTS, ...classificationDefaults(facts, place.governance), name: '' },
    input,
    shape: LEAF_SHAPE,
    dropped: [],
  })
  await checkTaskWrite(ctx, draft, facts)
  checkRecordedWork(draft, lastRecordableDay(ctx.services.clock, facts))
  return { draft, place }
}

/** The row of a draft as it is stored. */
export function newTaskRow(
  ctx: Ctx<unknown>,
  { draft, place, number }: DraftedTask & { readonly number: number },
  sourceKind: SourceKind,
): NewTask {
  const { values } = draft
  const now = ctx.services.clock.now().toISOString()
  const row = {
    ...values,
    parent_id: place.parentId,
    parent_governance_inherited: !draft.sent.has('governance_class'),
    is_subtask: place.isSubtask,
    wbs_order: place.wbsOrder,
    percent_complete: isDone(values.status) ? 100 : values.percent_complete,
    status_changed_at: now,
    source_kind: sourceKind,
    edited_at: actorId(ctx) === null ? null : now,
  }
  return { id: draft.taskId, number, values: row }
}

/** A parent turns into a phase with its first structural child, or tells that it gained a subtask. */
async function followParent(ctx: Ctx<ProjectScope>, place: Placement, isQuiet: boolean): Promise<void> {
  const { projectId } = ctx.scope
  if (place.parentId === null) return
  if (!place.isSubtask) return parkNewPhases(ctx, projectId, [place.parentId])
  if (isQuiet) return
  emitTouched(ctx, projectId, await loadVersions(ctx, [place.parentId]), ['is_summary'])
}

/** Tells the project's sockets and hooks of a new task. */
export function announceTask(ctx: Ctx<ProjectScope>, { taskId, values }: TaskDraft): void {
  emit(ctx, taskCreated, {
    projectId: ctx.scope.projectId,
    payload: { id: taskId },
    webhookPayload: taskWebhookPayload(ctx, ctx.scope.projectId, { id: taskId, ...values }),
  })
}
