import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { sqlState } from '../../platform/db/transaction.ts'
import { FieldErrors, Refusal } from '../../platform/errors.ts'
import { isUuid } from '../../platform/ids.ts'
import { forgetSpan } from '../rules/check-span.ts'
import { keepReads } from '../rules/kept-reads.ts'
import type { SourceKind } from '../task-values.ts'
import { findTakenIds, inSavepoint } from './bulk.queries.ts'
import type { BulkOperation } from './bulk.schema.ts'
import { RowProblem } from './bulk-result.ts'
import { CreateSet } from './create-set.ts'
import { type Written, writeRow } from './write-row.ts'

/** What became of an operation: what was written, or why nothing was. */
export type RowOutcome =
  | { readonly written: Written; readonly failure: null }
  | { readonly written: null; readonly failure: unknown }

/**
 * Applies operations in their order; what one is refused for changes nothing, and the caller says what it means. New
 * rows that stand in a row are judged one after the other and stored as a set; should the database refuse the set,
 * each of them is written alone.
 */
export async function writeRows(
  ctx: Ctx<ProjectScope>,
  operations: readonly BulkOperation[],
  sourceKind: SourceKind,
): Promise<RowOutcome[]> {
  keepReads(ctx)
  const outcomes = new Array<RowOutcome>(operations.length)
  const alone = async (index: number) => {
    outcomes[index] = await orFailure(ctx, () =>
      inSavepoint(ctx, () => writeRow(ctx, operations[index] as BulkOperation, sourceKind)),
    )
  }
  const ids = operations.flatMap(({ id }) => (id && isUuid(id) ? [id.toLowerCase()] : []))
  let set = new CreateSet(ctx, await findTakenIds(ctx, ids), sourceKind)
  const storeSet = async () => {
    const { rows } = set
    const store = () => inSavepoint(ctx, () => set.store())
    // A savepoint for nothing would cost each row that stands alone two trips.
    const failure = rows.length === 0 ? null : (await orFailure(ctx, store)).failure
    set = set.next()
    for (const { index, id } of rows) {
      if (failure === null) outcomes[index] = { written: { id, op: 'create', outcome: 'created' }, failure: null }
      else await alone(index)
    }
  }
  for (const [index, operation] of operations.entries()) {
    const joined = await orFailure(ctx, () => set.add(index, operation), false)
    if (joined.failure !== null) outcomes[index] = joined
    else if (!joined.written) {
      await storeSet()
      await alone(index)
    }
  }
  await storeSet()
  return outcomes
}

/** The work's refusal beside its result; then nothing of it is told. Whatever is no refusal is thrown. */
async function orFailure<T>(ctx: Ctx<ProjectScope>, work: () => Promise<T>, isStored = true) {
  const eventCount = ctx.events.length
  try {
    return { written: await work(), failure: null }
  } catch (failure) {
    const isRefusal = failure instanceof RowProblem || failure instanceof FieldErrors || failure instanceof Refusal
    if (!isRefusal && !isConflict(failure)) throw failure
    ctx.events.length = eventCount
    if (isStored) forgetSpan(ctx, ctx.scope.projectId)
    return { written: null, failure }
  }
}

/** Whether the database refused a row for another one. */
export function isConflict(failure: unknown): boolean {
  return sqlState(failure)?.startsWith('23') ?? false
}
