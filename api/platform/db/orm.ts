import {
  type EntityClass,
  type EntityManager,
  type EntitySchema,
  MikroORM,
  type MikroORM as Orm,
} from '@mikro-orm/postgresql'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import { watchStatements } from '../telemetry/watch-statements.ts'
import { type PoolWatch, watchWaiting } from './bound-waiting.ts'
import { dropSilentConnections } from './drop-silent.ts'
import { giveBackDeadConnections } from './give-back-dead.ts'
import { MIGRATIONS_TABLE, migrationList } from './migration-list.ts'
import { nameStatements } from './named-statements.ts'
import { readRows } from './read-rows.ts'
import { SchemaWithReferences } from './schema-with-references.ts'
import { shareTrips } from './shared-trips.ts'

/** How much later than its own time limit the database's word may come. */
const ANSWER_GRACE_MS = 5_000

/**
 * The object mapper over one pool, for its connections, transactions and entities.
 * Jobs' tables belong to graphile-worker and are kept out of schema comparisons.
 */
export async function openOrm(
  databaseUrl: string,
  log: Logger,
  options: {
    /** What the mapper shall know: to compare schemas every table, to serve those that it reads and saves, to migrate none. */
    entities: readonly (EntitySchema | EntityClass)[]
    poolSize?: number
    statementTimeoutMs?: number
    silentMs?: number
    /** Off for poolers that lend another connection for each transaction and do not carry names. */
    namesStatements?: boolean
  },
): Promise<Orm> {
  const { poolSize = 10, statementTimeoutMs = 25_000 } = options
  const silentMs = options.silentMs ?? (statementTimeoutMs === 0 ? 0 : statementTimeoutMs + ANSWER_GRACE_MS)
  const watch: PoolWatch = { pool: null, size: poolSize, transactions: 0 }
  const orm = await MikroORM.init({
    entities: [...options.entities],
    discovery: { warnWhenNoEntities: false },
    clientUrl: databaseUrl,
    // A misspelt name is an error to be told, not another database.
    ensureDatabase: false,
    forceUtcTimezone: true,
    extensions: [SchemaWithReferences],
    schemaGenerator: { ignoreSchema: ['graphile_worker'] },
    migrations: {
      migrationsList: [...migrationList],
      tableName: MIGRATIONS_TABLE,
      allOrNothing: false,
      transactional: true,
      snapshot: false,
    },
    pool: { min: 0, max: poolSize },
    driverOptions: {
      onPoolCreated: (pool: Pool) => {
        giveBackDeadConnections(pool)
        watch.pool = pool
        readRows(pool)
        shareTrips(pool)
        if (options.namesStatements) nameStatements(pool)
        watchStatements(pool)
        // Without a limit for statements there is none for silence.
        if (silentMs > 0) dropSilentConnections(pool, silentMs)
      },
      connectionTimeoutMillis: 5_000,
      application_name: 'svc',
      keepAlive: true,
      statement_timeout: statementTimeoutMs,
      lock_timeout: 5_000,
      idle_in_transaction_session_timeout: 30_000,
    },
    logger: (message) => log.debug({ orm: message }, 'orm'),
    onQuery: undefined,
  })
  watchWaiting(orm, watch)
  return orm
}

export type { EntityManager }
