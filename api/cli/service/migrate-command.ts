import { migrate } from '../../platform/db/migrate.ts'
import { noArguments } from '../words/parse-options.ts'
import { withDatabase } from './with-database.ts'

/** `svc migrate`: brings the database up to date. */
export async function run(args: string[]): Promise<number> {
  noArguments(args, 'migrate')
  await withDatabase((config) => migrate(config))
  process.stdout.write('The database is up to date.\n')
  return 0
}
