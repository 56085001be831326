import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { reserveItemNumbers } from '../../projects/project-lock.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { heldSpan, noteStored, noteStoredLater, restoreSpan } from '../rules/check-span.ts'
import { shiftProjectStart } from '../shift-project-start.ts'
import { GrowingTree } from '../structure/growing-tree.ts'
import { parkNewPhases } from '../structure/park-phases.ts'
import { storedTree } from '../structure/place-task.ts'
import type { CreateTaskInput } from '../task.schema.ts'
import type { SourceKind } from '../task-values.ts'
import { type DraftedTask, draftNewTask, newTaskRow } from '../writing/create-task.ts'
import { insertTaskRows } from '../writing/new-task.queries.ts'
import type { BulkOperation } from './bulk.schema.ts'
import { readId, readNewTask } from './write-row.ts'

interface SetRow extends DraftedTask {
  readonly index: number
  readonly id: string
}

/** New rows of a batch that were judged and wait to be stored together, numbered and placed as if one came after the other. */
export class CreateSet {
  readonly rows: SetRow[] = []
  readonly #ctx: Ctx<ProjectScope>
  /** Ids of stored rows, and of those that this batch named. */
  readonly #takenIds: Set<string>
  readonly #sourceKind: SourceKind
  readonly #tree: GrowingTree

  constructor(ctx: Ctx<ProjectScope>, takenIds: Set<string>, sourceKind: SourceKind) {
    this.#ctx = ctx
    this.#takenIds = takenIds
    this.#sourceKind = sourceKind
    this.#tree = new GrowingTree(storedTree(ctx, ctx.scope.projectId))
  }

  /** An empty set for what comes later in the batch, which finds in the database what was stored meanwhile. */
  next(): CreateSet {
    return new CreateSet(this.#ctx, this.#takenIds, this.#sourceKind)
  }

  /** Takes a row in, or throws its refusal. False for what has to be written alone. */
  async add(index: number, operation: BulkOperation): Promise<boolean> {
    if (operation.op !== 'create') return false
    const id = readId(operation) ?? newId()
    const isTaken = this.#takenIds.has(id)
    this.#takenIds.add(id)
    if (isTaken) return false
    return this.take(index, id, readNewTask(this.#ctx, id, operation.data ?? {}))
  }

  /** The same for a row whose id nothing has yet. */
  async take(index: number, id: string, input: CreateTaskInput): Promise<boolean> {
    if (namesRows(input)) return false
    const { projectId } = this.#ctx.scope
    noteStoredLater(this.#ctx, projectId)
    const span = heldSpan(this.#ctx, projectId)
    try {
      const drafted = await draftNewTask(this.#ctx, input, this.#tree, id)
      this.#tree.grow(id, drafted.place, drafted.draft.values)
      this.rows.push({ index, id, ...drafted })
      return true
    } catch (refusal) {
      restoreSpan(this.#ctx, projectId, span)
      throw refusal
    }
  }

  /** `reserved`: the first of the numbers that were reserved for the rows, if they were. */
  async store(reserved: number | null = null): Promise<void> {
    if (this.rows.length === 0) return
    const ctx = this.#ctx
    const { projectId } = ctx.scope
    const firstNumber = reserved ?? (await reserveItemNumbers(ctx, projectId, this.rows.length))
    const tasks = this.rows.map(({ draft, place }, at) =>
      newTaskRow(ctx, { draft, place, number: firstNumber + at }, this.#sourceKind),
    )
    await insertTaskRows(ctx, projectId, tasks)
    noteStored(ctx, projectId)
    const starts = this.rows.flatMap(({ draft }) => draft.values.planned_start ?? [])
    await shiftProjectStart(ctx, projectId, starts.sort()[0] ?? null)
    const places = this.rows.map(({ place }) => place)
    const parentIds = places.flatMap(({ parentId, isSubtask }) => (parentId === null || isSubtask ? [] : [parentId]))
    await parkNewPhases(ctx, projectId, [...new Set(parentIds)])
    requestRecompute(ctx, projectId, { standsAlone: places.every(({ parentId }) => parentId === null) })
  }
}

/** Rows whose rules look at other rows, or that bring rows of their own, are written when those are stored. */
function namesRows({ owners, blocking_task, parent_epic }: CreateTaskInput): boolean {
  return Boolean(owners?.length || blocking_task || parent_epic)
}
