import { type CompiledQuery, type ConnectionProvider, type Kysely, QueryCreator } from 'kysely'
import type { Db } from './db.ts'

/**
 * Runs `work` with a context whose statements do not wait for each other: those that it sends in the same turn reach the open
 * transaction in the order they were sent, in one trip (`shared-trips.ts`). Where one is refused those behind it are
 * refused with the same error. Nothing but statements may be asked of that context, and those of `ctx` itself wait for its end.
 */
export function together<Context extends Db, T>(ctx: Context, work: (ctx: Context) => Promise<T>): Promise<T> {
  const executor = ctx.em.getKysely().getExecutor()
  return executor.provideConnection((connection) => {
    const provider: ConnectionProvider = { provideConnection: (consumer) => consumer(connection) }
    const sharing = executor.withConnectionProvider(provider)
    const kysely = Object.assign(new QueryCreator({ executor: sharing }), {
      getExecutor: () => sharing,
      executeQuery: (query: CompiledQuery) => sharing.executeQuery(query),
    })
    const em = { getKysely: () => kysely as unknown as Kysely<unknown> } as Db['em']
    return work({ ...ctx, em })
  })
}
