import type { z } from 'zod'
import type { Ctx } from '../context.ts'
import type { Limit } from './rate-limits.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call at all. `account`: a session or a personal token of full scope. `session`: signed-in people only.
 * `integration`: project or program tokens only. `public`: anyone, no credentials looked at.
 */
export type Audience = 'account' | 'session' | 'integration' | 'public'

/** What the scope loader sees: nothing is validated yet. */
export interface RawInput {
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string | string[]>>
  readonly body: unknown
}

export interface UploadedFile {
  readonly path: string
  readonly fileName: string
  readonly mimeType: string
  readonly sizeBytes: number
}

export interface MultipartBody {
  readonly file: UploadedFile | null
  readonly fields: Readonly<Record<string, string>>
}

export interface UploadSpec {
  readonly field: string
  readonly maxBytes: (ctx: Ctx) => number
  readonly required: boolean
  /** What the form may say beside the file, as text. */
  readonly fields?: z.ZodObject
  /** A JSON body is the file itself, without fields. */
  readonly orJson?: boolean
  /** A JSON body holds the fields, and comes without a file. */
  readonly orFields?: boolean
  /** Status of the refusal of too large a body; 413 when left out. */
  readonly tooLargeStatus?: 400
}

type Output<T> = T extends z.ZodType ? z.output<T> : undefined

export interface RouteInput<P, Q, B, U = unknown> {
  readonly params: P extends z.ZodType ? z.output<P> : Readonly<Record<string, string>>
  readonly query: Output<Q>
  readonly body: Output<B>
  /** The body as it came, before validation. */
  readonly sent: unknown
  readonly upload: MultipartBody | null
  /** What `prepare` made. */
  readonly prepared: U
}

/**
 * One endpoint as data. Only the unusual is written: a write is keyed for idempotency, refused on an archived scope
 * and run in a transaction unless the entry says otherwise, and an exemption carries its reason.
 */
export interface RouteSpec<P, Q, B, S, R, U = unknown> {
  readonly method: Method
  /** Relative to /api/v1, with `{name}` parameters and, but where the specification has none, a trailing slash. */
  readonly path: string
  /** One line for the published schema. */
  readonly summary: string
  readonly tag: string
  readonly audience?: Audience
  /** An `mcp:read` token may read it. Only safe methods. `compute`: counted by the narrower rate of tokens as well. */
  readonly agentReadable?: boolean | 'compute'
  /** Finds the project, program or workspace, or throws the uniform 404. */
  readonly scope?: (ctx: Ctx, raw: RawInput) => Promise<S>
  /** `scope` asks the database and nothing else, so that it may share a trip with the claim of the key. */
  readonly hasPlainScope?: true
  /** Whether this caller may do it: false is the bare 403. */
  readonly allow?: (ctx: Ctx<S>) => boolean
  /**
   * A write on a scope whose `isReadOnly` is true is 403 unless this is `allowed`. What is no archived project says why
   * in `readOnlyDetail`.
   */
  readonly whenArchived?: 'allowed'
  /** Path parameters that are not plain UUIDs. */
  readonly params?: P
  readonly query?: Q
  /** Query values that hold no text at all, such as null characters, count as not sent; else they are a 400. */
  readonly malformedQuery?: 'ignored'
  readonly body?: B
  /** Why whatever is sent as a body or a query is not looked at; such a route refuses neither. */
  readonly ignoresInput?: string
  /** The body is signed as it was sent: `sent` holds its bytes, whatever they say. */
  readonly takesBytes?: true
  /** A multipart body with one `file`, cut off at the limit while reading. */
  readonly upload?: UploadSpec
  /** Work on an upload that takes long and needs no transaction, done before one is open. */
  readonly prepare?: (ctx: Ctx<S>, upload: MultipartBody) => Promise<U>
  /**
   * Asks the world outside, such as name servers, about a body before a transaction is open; throws a refusal. Who may
   * not do it is told so first.
   */
  readonly consult?: (ctx: Ctx<S>, body: Output<B>) => Promise<void>
  /**
   * What a write reads and computes before a transaction is open, so that none waits for it; comes to `run` as
   * `prepared`. Done for who may enter, with a body that is well formed, and not for a key whose reply is kept.
   */
  readonly ahead?: (ctx: Ctx<S>, body: Output<B>) => Promise<U>
  /**
   * Such writes of one account in one project that wait for each other, done by one transaction, the results in the order
   * of their bodies; null where they have to be written one by one. What it throws is nobody's answer: each is then
   * written alone and judged by itself.
   */
  readonly together?: (ctx: Ctx<S>, bodies: readonly Output<B>[]) => Promise<readonly unknown[] | null>
  /** It acts on all that match, so that a filter it does not know must never be taken for none: refused for everybody. */
  readonly refusesUnknownFilters?: true
  readonly maxBodyBytes?: number
  readonly maxBodyDepth?: number
  readonly limits?: readonly Limit[]
  readonly idempotency?: { readonly exempt: string }
  /** Default: writes run in one transaction, reads do not. */
  readonly transaction?: boolean
  /** Status of the plain reply; `run` may return a `Reply` to choose. */
  readonly status?: number
  readonly reply?: z.ZodType
  /** Media types of a plain reply that is a file or a page, no JSON. */
  readonly produces?: readonly string[]
  /** A body as somebody might send it, where one made of the schema would be refused by a rule. */
  readonly example?: object
  /** The refresh cookie is what signs the caller in. */
  readonly takesRefreshCookie?: true
  /** Another media type that the plain reply may have when `Accept` asks for it. */
  readonly alsoAs?: 'text/html' | 'application/sarif+json' | 'image/svg+xml'
  /** The plain reply holds a credential: it is never compressed, tagged or kept by a browser. */
  readonly holdsSecret?: true
  /** Headers of its own that the request may carry and the reply may have, for the published schema. */
  readonly requestHeaders?: z.ZodObject
  readonly replyHeaders?: z.ZodObject
  /** Further statuses worth publishing, with their schema when there is a body. */
  readonly otherReplies?: Readonly<Record<number, { description: string; schema?: z.ZodType }>>
  readonly run: (ctx: Ctx<S>, input: RouteInput<P, Q, B, U>) => Promise<R>
  readonly present?: (result: R, ctx: Ctx<S>) => unknown
}

// biome-ignore lint/suspicious/noExplicitAny: a table of routes of many types; each entry was checked where it was declared.
export type Route = RouteSpec<any, any, any, any, any, any>

/** Checks one entry's types together and forgets them, so that entries fit into one table. */
export function route<
  P extends z.ZodType | undefined = undefined,
  Q extends z.ZodType | undefined = undefined,
  B extends z.ZodType | undefined = undefined,
  S = unknown,
  R = unknown,
  U = unknown,
>(spec: RouteSpec<P, Q, B, S, R, U>): Route {
  return spec
}

export function isWrite(route: Route): boolean {
  return route.method !== 'GET'
}

/** A reply whose status, headers or raw bytes the use case chose. */
export class Reply {
  readonly status: number
  readonly body: unknown
  readonly headers: Record<string, string>

  constructor(status: number, body?: unknown, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

/** Thrown by a write that only wanted to know: what it did is taken back, and this is its reply. */
export class TakenBack extends Error {
  readonly reply: Reply

  constructor(reply: Reply) {
    super('taken back')
    this.name = 'TakenBack'
    this.reply = reply
  }
}
