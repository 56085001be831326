import { type Db, tables } from '../../database.ts'

const WORKSPACE_ID = 1

export function findLogo(db: Db) {
  return tables(db)
    .selectFrom('workspace_logos')
    .select(['content_type', 'bytes'])
    .where('workspace_id', '=', WORKSPACE_ID)
    .executeTakeFirst()
}

export async function saveLogo(db: Db, contentType: string, bytes: Buffer): Promise<void> {
  const values = { content_type: contentType, bytes }
  await tables(db)
    .insertInto('workspace_logos')
    .values({ workspace_id: WORKSPACE_ID, ...values })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(values))
    .execute()
}

export async function deleteLogo(db: Db): Promise<void> {
  await tables(db).deleteFrom('workspace_logos').where('workspace_id', '=', WORKSPACE_ID).execute()
}
