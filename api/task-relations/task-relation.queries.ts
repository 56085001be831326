import { type Insertable, sql } from 'kysely'
import { projectMemberships } from '../access/memberships.queries.ts'
import { type Db, type Tables, tables } from '../database.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { anyOf } from '../platform/db/statements.ts'
import type { ListRelationsQuery } from './task-relation.schema.ts'

/** More relations than any list shows; a task has a handful. */
const MAX_LISTED = 5000

export type RelationRow = Awaited<ReturnType<typeof listRelations>>[number]

/** Live relations between live tasks, of which the caller sees at least one project. */
function seenRelations(ctx: Ctx<unknown>) {
  const seen = tables(ctx)
    .selectFrom(projectMemberships(ctx, actorId(ctx)))
    .select('m.project_id')
  return tables(ctx)
    .selectFrom('task_relations as r')
    .innerJoin('tasks as s', (join) => join.onRef('s.id', '=', 'r.source_id').on('s.is_deleted', '=', false))
    .innerJoin('tasks as t', (join) => join.onRef('t.id', '=', 'r.target_id').on('t.is_deleted', '=', false))
    .innerJoin('projects as p', (join) => join.onRef('p.id', '=', 's.project_id').on('p.is_deleted', '=', false))
    .innerJoin('projects as q', (join) => join.onRef('q.id', '=', 't.project_id').on('q.is_deleted', '=', false))
    .select(['r.id', 'r.source_id', 'r.target_id', 'r.relation_type', 'r.note', 'r.created_by_id', 'r.created_at'])
    .select(['s.project_id as source_project_id', 't.project_id as target_project_id', 's.assignee_id'])
    .where('r.is_deleted', '=', false)
    .where((eb) => eb.or([eb('s.project_id', 'in', seen), eb('t.project_id', 'in', seen)]))
}

export function listRelations(ctx: Ctx<unknown>, query: ListRelationsQuery) {
  const direction = query.ordering === '-created_at' ? 'desc' : 'asc'
  return seenRelations(ctx)
    .$if(query.project !== undefined, (rows) => rows.where('s.project_id', '=', query.project as string))
    .$if(query.relation_type !== undefined, (rows) =>
      rows.where(sql<boolean>`r.relation_type = ${query.relation_type as string}`),
    )
    .$if(query.task !== undefined, (rows) =>
      rows.where('r.id', 'in', (eb) =>
        eb
          .selectFrom('task_relation_ends')
          .select('relation_id')
          .where('task_id', '=', query.task as string),
      ),
    )
    .orderBy('r.created_at', direction)
    .orderBy('r.id', direction)
    .limit(MAX_LISTED)
    .execute()
}

export function findRelation(ctx: Ctx<unknown>, id: string) {
  return seenRelations(ctx).where('r.id', '=', id).executeTakeFirst()
}

/** Projects that the caller is a member of, among these. */
export async function findSeenProjects(ctx: Ctx<unknown>, projectIds: readonly string[]): Promise<Set<string>> {
  const rows = await tables(ctx)
    .selectFrom(projectMemberships(ctx, actorId(ctx)))
    .select('m.project_id')
    .where('m.project_id', '=', anyOf(projectIds))
    .execute()
  return new Set(rows.map((row) => row.project_id))
}

/** Whether the tasks are related so already; `relates_to` reads the same from both ends. */
export async function isRelated(db: Db, { source_id, target_id, relation_type }: RelationEnds): Promise<boolean> {
  const found = await tables(db)
    .selectFrom('task_relations')
    .select('id')
    .where('is_deleted', '=', false)
    .where('relation_type', '=', relation_type)
    .where((eb) => {
      const there = eb.and({ source_id, target_id })
      const back = eb.and({ source_id: target_id, target_id: source_id })
      return relation_type === 'relates_to' ? eb.or([there, back]) : there
    })
    .executeTakeFirst()
  return found !== undefined
}

type NewRelation = Insertable<Tables['task_relations']>
type RelationEnds = Required<Pick<NewRelation, 'source_id' | 'target_id' | 'relation_type'>>

export async function insertRelation(db: Db, row: NewRelation): Promise<void> {
  await tables(db).insertInto('task_relations').values(row).execute()
  await tables(db)
    .insertInto('task_relation_ends')
    .values([row.source_id, row.target_id].map((task_id) => ({ task_id, relation_id: row.id })))
    .execute()
}

export async function saveNote(db: Db, id: string, note: string, syncSeq: number): Promise<void> {
  await tables(db)
    .updateTable('task_relations')
    .set((eb) => ({ note, sync_seq: syncSeq, server_version: eb('server_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export async function deleteRelationRow(db: Db, id: string, syncSeq: number, deletedAt: Date): Promise<void> {
  await tables(db)
    .updateTable('task_relations')
    .set((eb) => ({
      is_deleted: true,
      deleted_at: deletedAt,
      sync_seq: syncSeq,
      server_version: eb('server_version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
  await tables(db).deleteFrom('task_relation_ends').where('relation_id', '=', id).execute()
}

/** Those of the tasks that are related to a live task. `idList` is the text of a uuid array. */
export async function loadRelatedTasks(db: Db, idList: string): Promise<Map<string, { hasRelatedLinks: true }>> {
  const rows = await tables(db)
    .selectFrom('task_relation_ends as e')
    .innerJoin('task_relation_ends as o', (join) =>
      join.onRef('o.relation_id', '=', 'e.relation_id').onRef('o.task_id', '<>', 'e.task_id'),
    )
    .innerJoin('tasks as t', (join) => join.onRef('t.id', '=', 'o.task_id').on('t.is_deleted', '=', false))
    .select('e.task_id')
    .distinct()
    .where(sql<boolean>`e.task_id = any(${idList}::uuid[])`)
    .execute()
  return new Map(rows.map((row) => [row.task_id, { hasRelatedLinks: true }]))
}
