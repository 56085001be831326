import { z } from 'zod'
import type { Ctx } from '../context.ts'
import { type OffsetPage, pageOf, presentPage } from './paging.ts'
import { type RawInput, type Reply, type Route, route } from './route.ts'

type Fields = Record<string, unknown>

/** How the rows of a resource are read and written; `id` is the last parameter of the path. */
export interface Rows<S, Row, Query, Body, Patch> {
  readonly page: (ctx: Ctx<S>, query: Query) => Promise<OffsetPage<Row>>
  readonly load: (ctx: Ctx<S>, id: string) => Promise<Row>
  /** A `Reply` says that nothing was made, such as one with the row that was there already. */
  readonly create: (ctx: Ctx<S>, input: Body) => Promise<Row | Reply>
  /** `sent` is the body as it came, which tells the version an edit started from. */
  readonly update: (ctx: Ctx<S>, id: string, input: Patch, sent: unknown) => Promise<Row>
  readonly remove: (ctx: Ctx<S>, id: string) => Promise<void>
}

export interface ResourceSpec<S, Row, Query extends z.ZodType, Body extends z.ZodObject> {
  /** Of the list, such as `/projects/{id}/labels/`. */
  readonly path: string
  /** Name of the path parameter behind it that selects one row. */
  readonly item: string
  readonly tag: string
  /** For the published schema: `a label` and `Labels of a project`. */
  readonly one: string
  readonly many: string
  readonly agentReadable?: boolean
  readonly scope?: (ctx: Ctx, raw: RawInput) => Promise<S>
  /** Anybody signed in reads; the scope is loaded for writes alone, and `page`, `load` and `present` go without. */
  readonly readsWithoutScope?: boolean
  /** Who may write: who may create, and who may change and remove. Reading asks for the scope alone. */
  readonly mayCreate: (ctx: Ctx<S>) => boolean
  readonly mayChange: (ctx: Ctx<S>) => boolean
  /** Who may remove, where that are fewer than may change. */
  readonly mayRemove?: (ctx: Ctx<S>) => boolean
  readonly query: Query
  /** The list is short and shown whole, as a bare array. */
  readonly isWhole?: true
  readonly body: Body
  /** Schema of one row in replies. */
  readonly reply: z.ZodType
  readonly created?: Route['otherReplies']
  readonly removed?: Route['otherReplies']
  /** What the entries that change a row publish beyond their body: `guardedEdit`. */
  readonly changed?: Pick<Route, 'requestHeaders' | 'replyHeaders' | 'otherReplies'>
  readonly rows: Rows<S, Row, z.output<Query>, z.output<Body>, Partial<z.output<Body>>>
  readonly present?: (row: Row, ctx: Ctx<S>) => unknown
}

/**
 * The six routes of a plain collection: list, create, read, replace, change, remove. What needs more than its own `rows`
 * and `present` reads better as plain routes.
 */
export function resource<S, Row, Query extends z.ZodType, Body extends z.ZodObject>(
  spec: ResourceSpec<S, Row, Query, Body>,
): Route[] {
  const { rows, tag, scope, reply } = spec
  const itemPath = `${spec.path}{${spec.item}}/`
  const shown = (row: Row, ctx: Ctx<S>): unknown => (spec.present ? spec.present(row, ctx) : row)
  const idOf = (params: Readonly<Record<string, string>>): string => params[spec.item] as string
  const patch = spec.body.partial() as unknown as z.ZodType<Partial<z.output<Body>>>
  const asked = { tag, ...(scope ? { scope } : {}) }
  const read = { ...(spec.readsWithoutScope ? { tag } : asked), ...(spec.agentReadable ? { agentReadable: true } : {}) }
  const change = { ...asked, ...spec.changed, allow: spec.mayChange, reply, present: shown }
  return [
    route({
      method: 'GET',
      path: spec.path,
      ...read,
      summary: spec.many,
      query: spec.query,
      reply: spec.isWhole ? z.array(reply) : pageOf(reply),
      run: async (ctx: Ctx<S>, { params, query }) => {
        const page = await rows.page(ctx, query as z.output<Query>)
        const results = page.results.map((row) => shown(row, ctx))
        if (spec.isWhole) return results
        return presentPage({ ...page, results }, ctx.services.config, filledPath(spec.path, params), query as Fields)
      },
    }),
    route({
      method: 'POST',
      path: spec.path,
      ...asked,
      summary: `Add ${spec.one}`,
      allow: spec.mayCreate,
      body: spec.body,
      status: 201,
      reply,
      ...(spec.created ? { otherReplies: spec.created } : {}),
      run: (ctx: Ctx<S>, { body }) => rows.create(ctx, body as z.output<Body>),
      // A `Reply` is sent as it is.
      present: (made, ctx: Ctx<S>) => shown(made as Row, ctx),
    }),
    route({
      method: 'GET',
      path: itemPath,
      ...read,
      summary: `Read ${spec.one}`,
      reply,
      run: (ctx: Ctx<S>, { params }) => rows.load(ctx, idOf(params)),
      present: shown,
    }),
    route({
      method: 'PUT',
      path: itemPath,
      ...change,
      summary: `Replace ${spec.one}; fields left out stay as they are`,
      body: spec.body,
      run: (ctx: Ctx<S>, { params, body, sent }) =>
        rows.update(ctx, idOf(params), body as Partial<z.output<Body>>, sent),
    }),
    route({
      method: 'PATCH',
      path: itemPath,
      ...change,
      summary: `Change the fields sent of ${spec.one}`,
      body: patch,
      run: (ctx: Ctx<S>, { params, body, sent }) => rows.update(ctx, idOf(params), body, sent),
    }),
    route({
      method: 'DELETE',
      path: itemPath,
      ...asked,
      summary: `Remove ${spec.one}`,
      allow: spec.mayRemove ?? spec.mayChange,
      status: 204,
      ...(spec.removed ? { otherReplies: spec.removed } : {}),
      run: (ctx: Ctx<S>, { params }) => rows.remove(ctx, idOf(params)),
    }),
  ]
}

/** The path of a list with its parameters filled in, for the links to its other pages. */
function filledPath(path: string, params: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')
}
