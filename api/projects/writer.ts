import { actorId, type Ctx } from '../platform/context.ts'
import { saveWriter, type ToldWriter, type Writer } from './writer.queries.ts'

const TOLD = 'writer-told'
const WRITER = 'writer'

/** Says through which door the writes of this transaction come, and for whom where a job does what somebody asked for. */
export async function tellWriter(ctx: Ctx<unknown>, told: Partial<Writer>): Promise<void> {
  ctx.memo.set(WRITER, { ...writerOf(ctx), ...told })
  if (ctx.memo.has(TOLD)) await saveWriter(ctx, takeWriter(ctx))
}

/** What `work` writes is told to be written for this reason, what follows for the one before. Under the project's lock. */
export async function writeFor<T>(ctx: Ctx<unknown>, reason: string, work: () => Promise<T>): Promise<T> {
  const before = writerOf(ctx)
  await tellWriter(ctx, { reason })
  try {
    const done = await work()
    await tellWriter(ctx, before)
    return done
  } finally {
    // A row that is refused takes back what the transaction was told with its savepoint, and not what is known here.
    ctx.memo.set(WRITER, before)
  }
}

/** Tells the transaction who writes, where no lock of a project does. */
export async function signWrites(ctx: Ctx<unknown>): Promise<void> {
  if (!ctx.memo.has(TOLD)) await saveWriter(ctx, takeWriter(ctx))
}

/** The writer for the statement that tells it. */
export function takeWriter(ctx: Ctx<unknown>): ToldWriter {
  ctx.memo.set(TOLD, true)
  return { ...writerOf(ctx), at: ctx.services.clock.now() }
}

/** Who causes the writes of this transaction: the caller, or for whom a job does what was asked; null for nobody. */
export function writerId(ctx: Ctx<unknown>): string | null {
  return writerOf(ctx).actorId
}

function writerOf(ctx: Ctx<unknown>): Writer {
  return (ctx.memo.get(WRITER) as Writer | undefined) ?? { actorId: actorId(ctx), reason: null }
}
