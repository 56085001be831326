import { type Db, tables } from '../database.ts'

/** A live project when it is the one given or belongs to the program given. */
export function findIngestProject(
  db: Db,
  id: string,
  owner: { readonly projectId: string | null; readonly programId: string | null },
) {
  return tables(db)
    .selectFrom('projects')
    .select(['id', 'program_id', 'code', 'is_archived'])
    .where('id', '=', id)
    .where('is_deleted', '=', false)
    .where((eb) => eb.or([eb('id', '=', owner.projectId), eb('program_id', '=', owner.programId)]))
    .executeTakeFirst()
}
