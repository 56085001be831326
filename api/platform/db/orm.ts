import { type EntityManager, MikroORM, type MikroORM as Orm } from '@mikro-orm/postgresql'
import type { Logger } from 'pino'
import { entities } from '../../entities.ts'
import { giveBackDeadConnections } from './give-back-dead.ts'
import { migrationList } from './migrations/migration-list.ts'

/**
 * The object mapper over one pool. Reads of rows in bulk go through `sql.ts`; entities serve single rows.
 * Jobs' tables belong to graphile-worker and are kept out of schema comparisons.
 */
export async function openOrm(
  databaseUrl: string,
  log: Logger,
  options: { poolSize?: number; statementTimeoutMs?: number } = {},
): Promise<Orm> {
  const orm = await MikroORM.init({
    entities,
    clientUrl: databaseUrl,
    forceUtcTimezone: true,
    schemaGenerator: { ignoreSchema: ['graphile_worker'] },
    migrations: {
      migrationsList: migrationList,
      tableName: 'schema_migrations',
      allOrNothing: false,
      transactional: true,
      snapshot: false,
    },
    pool: { min: 0, max: options.poolSize ?? 10 },
    driverOptions: {
      onPoolCreated: giveBackDeadConnections,
      connectionTimeoutMillis: 5_000,
      application_name: 'svc',
      keepAlive: true,
      statement_timeout: options.statementTimeoutMs ?? 25_000,
      lock_timeout: 5_000,
      idle_in_transaction_session_timeout: 30_000,
    },
    logger: (message) => log.debug({ orm: message }, 'orm'),
    onQuery: undefined,
  })
  return orm
}

export type { EntityManager }
