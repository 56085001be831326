import { sql } from 'kysely'
import { type Db, tables } from '../../database.ts'

/** The live projects of a program by name, drafts included: people are assigned in them as well. */
export function findMemberProjects(db: Db, programId: string) {
  return tables(db)
    .selectFrom('projects')
    .select(['id', 'name'])
    .where('program_id', '=', programId)
    .where('is_deleted', '=', false)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
}
