import { migrate } from '../../platform/db/migrate.ts'
import { UsageError } from '../usage-error.ts'
import { withDatabase } from './with-database.ts'

/** `svc migrate`: brings the database up to date. */
export async function run(args: string[]): Promise<number> {
  if (args.length > 0) throw new UsageError(`migrate takes no arguments, but there is "${args[0]}"`)
  await withDatabase((config) => migrate(config))
  process.stdout.write('The database is up to date.\n')
  return 0
}
