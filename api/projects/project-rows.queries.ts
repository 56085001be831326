import { type RawBuilder, type SqlBool, sql, type Updateable } from 'kysely'
import type { ProjectScope } from '../access/project-scope.ts'
import { type RowOf, type Tables, tables } from '../database.ts'
import type { Ctx } from '../platform/context.ts'
import { containsWords, orderTerms } from '../platform/db/page-rows.ts'
import { notFound, refuseUnless } from '../platform/errors.ts'
import { type EventDefinition, emit } from '../platform/events/define-event.ts'
import { LARGE_LIST, type OffsetPage, type PageSizes, pageRequest } from '../platform/http/paging.ts'
import type { Rows } from '../platform/http/resource.ts'
import { newId } from '../platform/ids.ts'
import { lockProject } from './project-lock.ts'

type OwnedColumn = 'id' | 'project_id' | 'sync_seq' | 'server_version' | 'is_deleted' | 'deleted_at'
/** Tables whose rows belong to a project, carry a version and the sync cursor, and are deleted softly. */
export type OwnedTable = {
  [Table in keyof Tables]: OwnedColumn extends keyof Tables[Table] ? Table : never
}[keyof Tables]

interface ListQuery {
  readonly page?: string | undefined
  readonly page_size?: string | undefined
  readonly search?: string | undefined
  readonly ordering?: string | undefined
}

type Name<Table extends OwnedTable> = keyof RowOf<Table> & string

/** Columns to store, as values or as what a statement makes of them. */
type Settings<Columns> = { readonly [Name in keyof Columns]: Columns[Name] | RawBuilder<Columns[Name]> }

type Write = 'created' | 'updated' | 'deleted'

export interface ProjectRowsSpec<Table extends OwnedTable, Row, Input, Query> {
  readonly table: Table
  /** Columns of a row as it is read. */
  readonly columns: readonly Name<Table>[]
  /** What a row tells beyond its columns, by name; the table is called `r`. */
  readonly computed?: Readonly<Record<string, RawBuilder<unknown>>>
  readonly searched: readonly Name<Table>[]
  readonly orderings: Readonly<Record<string, Name<Table>>>
  /** The order that nobody asked for; a leading `-` turns a column round. */
  readonly order: readonly (Name<Table> | `-${Name<Table>}`)[]
  readonly sizes?: PageSizes
  /** What a list's own parameters ask of `r`. */
  readonly filter?: (query: Query) => RawBuilder<SqlBool>
  /**
   * Checks the input, under the project's lock, and gives the columns to store. `stored` is null for a new row; `sent` is
   * the body of a change as it came.
   */
  readonly prepare: (
    ctx: Ctx<ProjectScope>,
    input: Partial<Input>,
    stored: Row | null,
    sent: unknown,
  ) => Promise<Settings<Updateable<Tables[Table]>>>
  /** What a saved row brings about in other tables, and what else it announces; `stored` is the row before. */
  readonly afterSave?: (ctx: Ctx<ProjectScope>, saved: Row, stored: Row | null, input: Partial<Input>) => Promise<void>
  /** What goes with a row that is removed; `syncSeq` is the cursor of the write. */
  readonly beforeRemove?: (ctx: Ctx<ProjectScope>, row: Row, syncSeq: number) => Promise<void>
  readonly events: Readonly<Record<Write, EventDefinition<{ id: string }>>>
  /** What the events tell beside the id. */
  readonly told?: (write: Write) => object
}

/**
 * The rows of a project as `resource()` wants them: read within the scope, written under the project's lock with a new
 * version and cursor, announced by events, deleted softly.
 */
export function projectRows<
  Table extends OwnedTable,
  Row extends { id: string },
  Input extends object,
  Query extends ListQuery = ListQuery,
>(spec: ProjectRowsSpec<Table, Row, Input, Query>): Rows<ProjectScope, Row, Query, Input, Partial<Input>> {
  const table = sql.table(spec.table)
  const selected = sql.join([
    ...spec.columns.map((column) => sql.ref(`r.${column}`)),
    ...Object.entries(spec.computed ?? {}).map(([name, value]) => sql`${value} as ${sql.ref(name)}`),
  ])
  const orderings = Object.fromEntries(Object.entries(spec.orderings).map(([name, column]) => [name, `r.${column}`]))
  const ownOrder = spec.order.map((column) => column.replace(/^-/, ''))
  const columnsOfOrder = Object.fromEntries(ownOrder.map((column) => [column, `r.${column}`]))
  const inScope = (ctx: Ctx<ProjectScope>) => sql`r.project_id = ${ctx.scope.projectId} and not r.is_deleted`

  async function page(ctx: Ctx<ProjectScope>, query: Query): Promise<OffsetPage<Row>> {
    const request = pageRequest(query, spec.sizes ?? LARGE_LIST)
    const words = containsWords(
      query.search,
      spec.searched.map((column) => `r.${column}`),
    )
    const from = sql`from ${table} r where ${inScope(ctx)} and ${words} and ${spec.filter?.(query) ?? sql`true`}`
    const counted = await sql<{ count: number }>`select count(*) as count ${from}`.execute(tables(ctx))
    const terms = orderTerms(query.ordering, orderings) ?? orderTerms(spec.order.join(','), columnsOfOrder) ?? []
    const found = await sql<Row>`select ${selected} ${from} order by ${sql.join(terms)}, r.id
      limit ${request.pageSize} offset ${request.offset}`.execute(tables(ctx))
    return { count: counted.rows[0]?.count ?? 0, results: found.rows, request }
  }

  async function load(ctx: Ctx<ProjectScope>, id: string): Promise<Row> {
    const found = await sql<Row>`select ${selected} from ${table} r where r.id = ${id} and ${inScope(ctx)}`.execute(
      tables(ctx),
    )
    const row = found.rows[0]
    refuseUnless(row, notFound)
    return row
  }

  async function create(ctx: Ctx<ProjectScope>, input: Input): Promise<Row> {
    const { projectId } = ctx.scope
    const syncSeq = await lockProject(ctx, projectId)
    const id = newId()
    const values = {
      id,
      project_id: projectId,
      sync_seq: syncSeq,
      ...(await spec.prepare(ctx, input, null, undefined)),
    }
    await sql`insert into ${table} (${sql.join(Object.keys(values).map((name) => sql.ref(name)))})
      values (${sql.join(Object.values(values))})`.execute(tables(ctx))
    announce(ctx, 'created', id)
    return saved(ctx, id, null, input)
  }

  async function update(ctx: Ctx<ProjectScope>, id: string, input: Partial<Input>, sent: unknown): Promise<Row> {
    const { projectId } = ctx.scope
    const syncSeq = await lockProject(ctx, projectId)
    const stored = await load(ctx, id)
    await save(ctx, id, { sync_seq: syncSeq, ...(await spec.prepare(ctx, input, stored, sent)) })
    announce(ctx, 'updated', id)
    return saved(ctx, id, stored, input)
  }

  async function remove(ctx: Ctx<ProjectScope>, id: string): Promise<void> {
    const { projectId } = ctx.scope
    const syncSeq = await lockProject(ctx, projectId)
    const row = await load(ctx, id)
    await spec.beforeRemove?.(ctx, row, syncSeq)
    await save(ctx, id, { sync_seq: syncSeq, is_deleted: true, deleted_at: ctx.services.clock.now() })
    announce(ctx, 'deleted', id)
  }

  function announce(ctx: Ctx<ProjectScope>, write: Write, id: string): void {
    const { projectId } = ctx.scope
    emit(ctx, spec.events[write], { projectId, payload: { id, ...spec.told?.(write) } })
  }

  async function saved(ctx: Ctx<ProjectScope>, id: string, stored: Row | null, input: Partial<Input>): Promise<Row> {
    const row = await load(ctx, id)
    if (spec.afterSave === undefined) return row
    await spec.afterSave(ctx, row, stored, input)
    return load(ctx, id)
  }

  async function save(ctx: Ctx<ProjectScope>, id: string, values: object): Promise<void> {
    const settings = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
    await sql`update ${table} set ${sql.join(settings)}, server_version = server_version + 1
      where id = ${id} and project_id = ${ctx.scope.projectId}`.execute(tables(ctx))
  }

  return { page, load, create, update, remove }
}
