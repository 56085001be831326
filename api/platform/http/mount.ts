import type Koa from 'koa'
import type { Actor, Caller, Ctx, Services } from '../context.ts'
import { runAfterCommit } from '../db/after-commit.ts'
import { boundTransaction, isCrowded } from '../db/bound-waiting.ts'
import { together } from '../db/together.ts'
import { inTransaction, sqlState } from '../db/transaction.ts'
import { forbidden, notFound, overloaded, Refusal } from '../errors.ts'
import { writeConsequences } from '../events/write-consequences.ts'
import { isUuid } from '../ids.ts'
import { isCleanText } from './body/json-body.ts'
import { readUpload, removeUpload } from './body/read-upload.ts'
import { bytesOf, queryRecord, readJson } from './body/request-input.ts'
import { uploadFolder } from './body/upload-folder.ts'
import { fieldErrorsOf } from './field-errors.ts'
import type { KeyedRequest } from './idempotency/idempotency.queries.ts'
import { API_ROOT, hintBeside, hintFor } from './path-hints.ts'
import { type SentReply, sendReply, toSentReply } from './reply.ts'
import { isWrite, type MultipartBody, type RawInput, Reply, type Route } from './route.ts'
import { type FoundRoute, RouteTable } from './route-table.ts'
import { checkReply } from './steps/check-reply.ts'
import { compressReply } from './steps/compress-reply.ts'
import { replyOfFailure } from './steps/error-boundary.ts'
import { claimKey, claimKeys, inTurn, isKept, keptReplies, keptReply, keyedRequest } from './steps/idempotency.ts'
import { makeContext } from './steps/make-context.ts'
import { tagReply } from './steps/tag-reply.ts'
import { consumeLimits, countAnonymous, countBadCredentials } from './steps/throttle.ts'
import { createGroups } from './steps/write-groups.ts'
import { inLine, lineOf, noteProject } from './steps/write-lines.ts'
import { nameIgnoredFields, refuseUnknownNames } from './unknown-names.ts'

const REQUEST_DEADLINE_MS = 30_000

export interface MountOptions {
  /** Who an Authorization header speaks for; throws the 401 of a bad one. */
  readonly authenticate: (
    services: Services,
    header: string | undefined,
    route: Route,
    caller: Caller,
  ) => Promise<Actor>
  /** Called after each answered request, for metrics and the request log. */
  readonly observe?: (facts: {
    route: Route | null
    method: string
    status: number
    durationMs: number
    requestId: string
  }) => void
}

/** Mounts the route table. */
export function mountRoutes(app: Koa, services: Services, routes: readonly Route[], options: MountOptions): void {
  const table = new RouteTable(routes)
  const patterns = new Set(routes.map(({ path }) => path))
  app.use(async (koa, next) => {
    const isBelowRoot = koa.path.startsWith(`${API_ROOT}/`)
    if (!isBelowRoot && hintBeside(koa.path, patterns) === null) return next()
    const path = koa.path.slice(API_ROOT.length)
    const found = isBelowRoot ? table.find(koa.method, path) : null
    if (found !== null) return serve(koa, services, found, options)
    const startedMs = performance.now()
    const reply = missing(koa, services, isBelowRoot ? table.allowedMethods(path) : [], patterns)
    const facts = { requestId: (koa.state.caller as Caller).requestId, route: 'unmatched' }
    sendReply(koa, await reply.catch((error: unknown) => replyOfFailure(error, services, facts)))
    report(koa, null, startedMs, options)
  })
}

/** What no route takes counts against the anonymous rate; asking for the methods of a path does not. */
async function missing(
  koa: Koa.Context,
  services: Services,
  allow: string[],
  patterns: ReadonlySet<string>,
): Promise<SentReply> {
  const headers = { Allow: allow.join(', ') }
  if (koa.method === 'OPTIONS' && allow.length > 0) return toSentReply(204, undefined, headers)
  await countAnonymous(services, koa.state.caller as Caller)
  if (allow.length === 0) {
    const beside = hintBeside(koa.path, patterns)
    const hint = beside === null ? hintFor(koa.path, patterns) : { hint: beside }
    return toSentReply(404, { detail: 'Not found.', ...hint })
  }
  return toSentReply(405, { detail: `Method "${koa.method}" not allowed.` }, headers)
}

async function serve(
  koa: Koa.Context,
  services: Services,
  { route, params }: FoundRoute,
  options: MountOptions,
): Promise<void> {
  const startedMs = performance.now()
  const caller = koa.state.caller as Caller
  koa.state.routePath = `${API_ROOT}${route.path}`
  koa.state.params = params
  let reply: SentReply
  try {
    reply = await answer(koa, services, route, options, caller)
  } catch (error) {
    reply = await replyOfFailure(error, services, {
      requestId: caller.requestId,
      route: `${route.method} ${route.path}`,
    })
  }
  sendReply(koa, await compressReply(koa, route, tagReply(koa, services.secrets, route, reply)))
  report(koa, route, startedMs, options)
}

function report(koa: Koa.Context, route: Route | null, startedMs: number, options: MountOptions): void {
  const durationMs = performance.now() - startedMs
  const { requestId } = koa.state.caller as Caller
  options.observe?.({ route, method: koa.method, status: koa.status, durationMs, requestId })
}

/** Authenticate, read, throttle, claim the key, load scope, authorize, validate, run, commit: in this order. */
async function answer(
  koa: Koa.Context,
  services: Services,
  route: Route,
  options: MountOptions,
  caller: Caller,
): Promise<SentReply> {
  // What answers always, such as liveness, needs no connection.
  if (route.limits?.length !== 0 && isCrowded(services.orm)) throw overloaded()
  const actor = await options
    .authenticate(services, koa.get('authorization') || undefined, route, caller)
    .catch((refusal) => countBadCredentials(services, caller, refusal))
  const signal = AbortSignal.any([AbortSignal.timeout(REQUEST_DEADLINE_MS), koa.state.clientGone as AbortSignal])
  const context = (em: Ctx['em']) => makeContext({ services, em, actor, caller, signal })
  const outside = context(services.orm.em.fork())
  const rawBody = await bytesOf(koa.req, route, outside)
  // What cannot be read counts like anything else, and is refused after it was counted.
  const { body, fault } = readJson(koa.req, route, rawBody)
  const params = koa.state.params as FoundRoute['params']
  await consumeLimits(outside, route, { params, body })
  if (fault !== null) throw fault
  checkParams(route, params)
  const raw: RawInput = { params, query: queryRecord(koa, route), body }
  const keyed =
    isWrite(route) && !route.idempotency ? keyedRequest(outside, route.method, koa.originalUrl, rawBody) : null
  if (route.consult) await consult(outside, route, raw)
  if (!route.upload) return execute(services, route, context, raw, null, keyed, rawBody.length)
  const entered = await enter(outside, route, raw)
  const upload = await readUpload(koa.req, rawBody, {
    ...route.upload,
    maxBytes: route.upload.maxBytes(outside),
    directory: uploadFolder(services.config),
  })
  try {
    const prepared = await route.prepare?.(entered, upload)
    return await execute(services, route, context, raw, { body: upload, prepared }, null)
  } finally {
    await removeUpload(upload)
  }
}

/** An upload as it was read, with what the route made before its transaction. */
interface Prepared {
  readonly body: MultipartBody | null
  readonly prepared: unknown
}

async function execute(
  services: Services,
  route: Route,
  context: (em: Ctx['em']) => Ctx,
  raw: RawInput,
  upload: Prepared | null,
  keyed: KeyedRequest | null,
  bytes = 0,
): Promise<SentReply> {
  if (!(route.transaction ?? isWrite(route))) return runRoute(context(services.orm.em.fork()), route, raw, upload)
  let committed: Ctx | null = null
  const write = async () => {
    const ahead = route.ahead ? await workAhead(context(services.orm.em.fork()), route, raw, keyed) : upload
    const transaction = () =>
      inTransaction(services.orm.em, async (em) => {
        const ctx = context(em)
        committed = ctx
        const { kept, scope } = await claimAndLoad(ctx, route, raw, keyed)
        if (kept) return kept
        const entered = admit(ctx, route, scope)
        noteProject(raw, entered.scope)
        const made = await runEntered(entered, route, raw, ahead)
        await writeConsequences(entered, keyed ? keptReply(entered, keyed, made) : null)
        return made
      })
    const bounded = () => boundTransaction(services.orm, transaction)
    // Many come from authentication at once; who would only wait in line for a refusal is told now.
    if (isCrowded(services.orm)) throw overloaded()
    const line = lineOf(raw)
    if (line === null) return bounded()
    const group = bytes > MOST_BYTES_TOGETHER ? null : groupOf(route, context(services.orm.em.fork()), raw)
    if (group === null) return inLine(line, bytes, bounded)
    return inGroup(
      group,
      { context, raw, keyed, alone: bounded },
      {
        inLine: (work) => inLine(line, bytes, work),
        together: (members) => boundTransaction(services.orm, () => writeTogether(services, route, members)),
        alone: (member) => member.alone(),
      },
    )
  }
  const reply = await (keyed ? inTurn(keyed, write) : write())
  runAfterCommit(committed)
  return reply
}

/** Longer bodies are written alone, so that few wait in a group without being counted by the line. */
const MOST_BYTES_TOGETHER = 16 * 1024

interface Member {
  readonly context: (em: Ctx['em']) => Ctx
  readonly raw: RawInput
  readonly keyed: KeyedRequest | null
  readonly alone: () => Promise<SentReply>
}

const inGroup = createGroups<Member, SentReply>()

/**
 * Whose writes a write may be done with: those of the same person and door that name the same project; null for none. The
 * line does not tell that, because it holds rows for their projects. Whoever asks for more than the write gets it alone.
 */
function groupOf(route: Route, { actor, caller }: Ctx, { body, query }: RawInput): string | null {
  if (Object.keys(query).length > 0) return null
  const project = (body as { project?: unknown } | null | undefined)?.project
  if (!route.together || actor.kind !== 'account' || typeof project !== 'string') return null
  return [route.path, project, actor.account.id, actor.via, caller.source, caller.header('prefer')].join(' ')
}

/**
 * Writes of several requests in one transaction. Null where one of them has to be judged by itself, for whatever reason:
 * then nothing was written. Once the commit is on its way that is no longer known, and its failure is thrown.
 */
async function writeTogether(
  services: Services,
  route: Route,
  members: readonly Member[],
): Promise<SentReply[] | null> {
  let committed: Ctx | null = null
  try {
    const replies = await inTransaction(services.orm.em, async (em) => {
      committed = null
      const [{ context, raw }] = members as [Member]
      const ctx = context(em)
      if (
        !(await claimKeys(
          ctx,
          members.flatMap(({ keyed }) => keyed ?? []),
        ))
      )
        throw new WrittenAlone()
      const entered = await enter(ctx, route, raw)
      const requests = members.map(({ raw: { query, body } }) => {
        const own = { ...entered, replyHeaders: new Map<string, string>() }
        refuseUnknownNames(own, route, query, body)
        return { own, sent: body, body: route.body ? validate(route.body, body ?? {}) : undefined }
      })
      const results = await route.together?.(
        entered,
        requests.map(({ body }) => body),
      )
      if (!results || entered.replyHeaders.size > 0) throw new WrittenAlone()
      const replies: SentReply[] = []
      for (const [place, { own, sent }] of requests.entries())
        replies.push(await replyTo(own, route, sent, results[place]))
      await writeConsequences(
        entered,
        keptReplies(
          entered,
          members.map(({ keyed }, place) => ({ keyed, reply: replies[place] as SentReply })),
        ),
      )
      committed = ctx
      return replies
    })
    runAfterCommit(committed)
    return replies
  } catch (error) {
    if (committed !== null && !sqlState(error)?.startsWith('23')) throw error
    return null
  }
}

class WrittenAlone extends Error {}

async function runRoute(ctx: Ctx, route: Route, raw: RawInput, upload: Prepared | null): Promise<SentReply> {
  return runEntered(await enter(ctx, route, raw), route, raw, upload)
}

/** Claims the key and loads the scope, which counts for nothing where a reply is kept: in one trip where the scope is one statement. */
async function claimAndLoad(
  ctx: Ctx,
  route: Route,
  raw: RawInput,
  keyed: KeyedRequest | null,
): Promise<{ kept: SentReply | null; scope?: unknown }> {
  if (keyed !== null && route.scope !== undefined && route.hasPlainScope === true) {
    const [claim, loaded] = await together(ctx, (ctx) =>
      Promise.allSettled([claimKey(ctx, keyed), route.scope?.(ctx, raw)]),
    )
    if (claim.status === 'rejected') throw claim.reason
    if (claim.value !== null) return { kept: claim.value }
    if (loaded.status === 'rejected') throw loaded.reason
    return { kept: null, scope: loaded.value }
  }
  const kept = keyed ? await claimKey(ctx, keyed) : null
  return kept ? { kept } : { kept: null, scope: await route.scope?.(ctx, raw) }
}

/** Loads the scope (404 when it cannot be seen) and asks the policy (403). */
async function enter(ctx: Ctx, route: Route, raw: RawInput): Promise<Ctx> {
  return admit(ctx, route, route.scope ? await route.scope(ctx, raw) : undefined)
}

function admit(ctx: Ctx, route: Route, scope: unknown): Ctx {
  const entered: Ctx = { ...ctx, scope }
  const { isReadOnly, readOnlyDetail } = (scope ?? {}) as { isReadOnly?: boolean; readOnlyDetail?: string }
  if (isWrite(route) && route.whenArchived !== 'allowed' && isReadOnly) {
    throw forbidden(readOnlyDetail ?? 'This project is archived and cannot be changed.')
  }
  if (route.allow && !route.allow(entered)) throw forbidden()
  return entered
}

async function runEntered(ctx: Ctx, route: Route, raw: RawInput, upload: Prepared | null): Promise<SentReply> {
  const sent = upload?.body ? upload.body.fields : raw.body
  refuseUnknownNames(ctx, route, raw.query, sent)
  const input = {
    params: route.params ? validate(route.params, raw.params) : raw.params,
    query: route.query ? validate(route.query, raw.query) : undefined,
    // A missing body is an empty object.
    body: route.body ? validate(route.body, raw.body ?? {}) : undefined,
    sent: raw.body,
    upload: upload?.body ?? null,
    prepared: upload?.prepared,
  }
  return replyTo(ctx, route, sent, await route.run(ctx, input))
}

async function replyTo(ctx: Ctx, route: Route, sent: unknown, result: unknown): Promise<SentReply> {
  const { status, body, headers } =
    result instanceof Reply
      ? result
      : new Reply(route.status ?? 200, route.present ? await route.present(result, ctx) : result)
  nameIgnoredFields(ctx, route, sent, body)
  const reply = toSentReply(status, body, { ...Object.fromEntries(ctx.replyHeaders), ...headers })
  if (ctx.services.config.checkReplies) checkReply(ctx, route, reply)
  return reply
}

/** What a write does ahead of its transaction; nothing where that will send a kept reply again. */
async function workAhead(ctx: Ctx, route: Route, raw: RawInput, keyed: KeyedRequest | null): Promise<Prepared | null> {
  if (keyed && (await isKept(ctx, keyed))) return null
  const entered = await enter(ctx, route, raw)
  refuseUnknownNames(ctx, route, raw.query, raw.body)
  const body = route.body ? validate(route.body, raw.body ?? {}) : undefined
  return { body: null, prepared: await route.ahead?.(entered, body) }
}

/** Who may not enter is refused by the write itself, which may have a kept reply for them. */
async function consult(ctx: Ctx, route: Route, raw: RawInput): Promise<void> {
  const entered = await enter(ctx, route, raw).catch((error) => {
    if (error instanceof Refusal) return null
    throw error
  })
  if (entered === null) return
  await route.consult?.(entered, route.body ? validate(route.body, raw.body ?? {}) : undefined)
}

function validate(schema: NonNullable<Route['body']>, input: unknown): unknown {
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw fieldErrorsOf(parsed.error, input)
}

function checkParams(route: Route, params: Readonly<Record<string, string>>): void {
  for (const value of Object.values(params)) {
    if (route.params ? !isCleanText(value) : !isUuid(value)) throw notFound()
  }
}
