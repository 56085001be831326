import { sql } from 'kysely'
import { type Db, tables } from '../database.ts'

/** Above so many changed tasks a list is no help. */
const MOST_LISTED = 5_000
/** Who was away for more passes reads all dates anew. */
const KEPT_PASSES = 1_000

/** Tasks whose dates a pass changed. */
export interface RedatedTasks {
  readonly count: number
  /** Asked for only where they are noted: texts of thousands of ids take longer than the pass. */
  readonly ids: () => readonly string[]
}

/** Notes whose dates changed, for each project among them. Passes of one project run one after the other. */
export async function recordPasses(db: Db, projectIds: readonly string[], redated: RedatedTasks): Promise<void> {
  const [only, ...others] = projectIds
  if (only === undefined || redated.count === 0) return
  const isOfOne = others.length === 0
  const ids = isOfOne && redated.count > MOST_LISTED ? null : `{${redated.ids().join(',')}}`
  const changed = isOfOne
    ? sql`select ${only}::uuid as project_id, ${ids}::uuid[] as task_ids`
    : sql`select t.project_id, case when count(*) <= ${sql.lit(MOST_LISTED)} then array_agg(t.id) end as task_ids
          from unnest(${ids}::uuid[]) as changed(id) join tasks t on t.id = changed.id group by t.project_id`
  await sql`with changed as materialized (${changed}), made as (
      insert into date_passes (project_id, number, task_ids)
      select c.project_id, 1 + coalesce((select max(d.number) from date_passes d where d.project_id = c.project_id), 0),
        c.task_ids from changed c returning project_id, number)
    delete from date_passes d using made
    where d.project_id = made.project_id and d.number <= made.number - ${sql.lit(KEPT_PASSES)}`.execute(tables(db))
}

/** The number of the project's last pass that changed dates; 0 before the first. */
export async function findLastPass(db: Db, projectId: string): Promise<number> {
  const row = await tables(db)
    .selectFrom('date_passes')
    .select('number')
    .where('project_id', '=', projectId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.number ?? 0
}

/** Tasks whose dates passes changed after the first number, up to the last one; null: more than can be told one by one. */
export async function findRedated(
  db: Db,
  projectId: string,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): Promise<string[] | null> {
  if (upTo <= after) return []
  const passes = await tables(db)
    .selectFrom('date_passes')
    .select('task_ids')
    .where('project_id', '=', projectId)
    .where('number', '>', after)
    .where('number', '<=', upTo)
    .execute()
  const lists = passes.map((pass) => pass.task_ids)
  if (lists.length < upTo - after || lists.includes(null)) return null
  return [...new Set((lists as string[][]).flat())]
}
