import type Koa from 'koa'
import { SPREADSHEET_TEMPLATE } from '../../../importers/spreadsheet/template.ts'
import {
  clearPageCookie,
  endPageSession,
  findPageSession,
  type PageSession,
  pageCookieBeside,
} from '../../auth/page-session.ts'
import { entityTag, isUnchanged, type RenderedPage, SCRIPT_PATH } from '../../pictures/page.ts'
import type { Caller, Services } from '../../platform/context.ts'
import { Refusal } from '../../platform/errors.ts'
import { askInside } from '../../platform/http/ask-inside.ts'
import { readBody } from '../../platform/http/body/read-body.ts'
import { admitsOrigin } from '../../platform/http/origins.ts'
import { countAnonymous } from '../../platform/http/steps/throttle.ts'
import { isUuid } from '../../platform/ids.ts'
import { type AskApi, askApi, PageRefused } from './ask-api.ts'
import { changesPage } from './changes-page.ts'
import { noticeInWindow } from './frame.ts'
import { importPage, newImportPage, takeImport } from './import-pages.ts'
import { programPage, projectsPage } from './list-pages.ts'
import { checkPage, forecastPage, loadPage, schedulePage } from './project-pages.ts'
import { receiptPage } from './receipt-page.ts'
import { sharePage, takeShare } from './share-page.ts'
import { signInPage } from './sign-in-page.ts'
import { taskPage } from './task-page.ts'
import { PAGES_SCRIPT } from './window-script.ts'

const SOURCE = 'pages'
const MAX_FORM_BYTES = 16 * 1024
const MEGABYTE = 1024 * 1024
const OWN = /^\/(?:projects|programs|import|sign-in|sign-out|socket-ticket|auth\/complete)(?:\/|$)/

type Handle = ReturnType<Koa['callback']>

/** A request to the window, with what answers it. */
interface Visit {
  readonly koa: Koa.Context
  readonly services: Services
  readonly session: PageSession | null
  readonly ask: AskApi
  readonly anonymous: (
    path: string,
    body?: { bytes: Buffer; contentType: string },
  ) => Promise<{
    readonly status: number
    readonly body: unknown
    readonly headers: Readonly<Record<string, unknown>>
  }>
}

/**
 * The pages of people who sign in: their programs and projects, and the plan of each. All that a page shows is asked of the
 * API in the name of who looks, inside the process. Without a session the start page stays what it is.
 */
export function serveWindow(services: Services, app: Koa): Koa.Middleware {
  let handle: Handle | undefined
  return async (koa, next) => {
    if (koa.path === SCRIPT_PATH || koa.path === '/assets/plan-template.csv') return sendAsset(koa)
    if (koa.path.startsWith('/api/v1/auth/oidc/callback')) return signInBeside(services, koa, next)
    const isHome = koa.path === '/' && (koa.method === 'GET' || koa.method === 'HEAD')
    if (!isHome && !OWN.test(koa.path)) return next()
    const session = await findPageSession(services, koa.get('cookie') || undefined)
    koa.vary('Cookie')
    if (isHome && session === null) return next()
    handle ??= app.callback()
    const caller = { source: SOURCE, ...(session ? { authorization: `Bearer ${session.access}` } : {}) }
    const inside = askInside(handle, koa.req, koa.res, caller)
    const visit: Visit = { koa, services, session, ask: askApi(inside), anonymous: inside }
    try {
      await answer(visit)
    } catch (error) {
      if (error instanceof Elsewhere) return koa.redirect(error.location)
      if (!(error instanceof PageRefused) && !(error instanceof Refusal)) throw error
      const refused = error instanceof PageRefused ? error : new PageRefused(error.status, { detail: error.message })
      if (refused.status === 401) return koa.redirect(`/sign-in/?next=${encodeURIComponent(koa.originalUrl)}`)
      send(koa, refusalPage(refused, session), refused.status)
    }
  }
}

const TITLES: Record<number, string> = { 403: 'Not for you', 404: 'Nothing here', 413: 'Too large', 429: 'Too often' }

function refusalPage({ status, detail }: PageRefused, session: PageSession | null): RenderedPage {
  return noticeInWindow(TITLES[status] ?? 'This did not work', detail, session === null ? null : 'signed in')
}

async function answer(visit: Visit): Promise<void> {
  const { koa, session } = visit
  const path = koa.path.endsWith('/') ? koa.path : `${koa.path}/`
  if (!['GET', 'HEAD', 'POST'].includes(koa.method)) throw new Refusal(405, `Method "${koa.method}" not allowed.`)
  if (koa.method === 'POST') refuseForeign(visit)
  if (path === '/sign-in/') return koa.method === 'POST' ? signIn(visit) : showSignIn(visit)
  if (session === null) {
    await countAnonymous(visit.services, koa.state.caller as Caller)
    if (koa.method === 'POST') throw new Refusal(403, 'Sign in first.')
    return koa.redirect(`/sign-in/?next=${encodeURIComponent(koa.originalUrl)}`)
  }
  if (path === '/auth/complete/') return koa.redirect('/')
  if (koa.method === 'POST') return takeForm(visit, session, path)
  const picture = /^\/projects\/([0-9a-f-]{36})\/pictures\/(\w+\.svg)\/$/.exec(path)
  if (picture !== null) return sendPicture(visit, `/projects/${picture[1]}/pictures/${picture[2]}?${koa.querystring}`)
  if (path !== koa.path) throw new Elsewhere(path + koa.search)
  const person = await personOf(visit.ask)
  send(koa, await pageAt(visit, path, person))
}

/** Pictures of the API, for who is known here by the cookie of the pages. */
async function sendPicture({ koa, ask }: Visit, path: string): Promise<void> {
  const { status, body, text, headers } = await ask.try(path)
  if (status !== 200) throw new PageRefused(status, body)
  for (const name of ['content-type', 'content-security-policy']) koa.set(name, String(headers[name]))
  koa.set('Cache-Control', 'private, no-store')
  koa.body = text
}

async function pageAt({ koa, ask, services }: Visit, path: string, person: string): Promise<RenderedPage> {
  const query = new URLSearchParams(koa.querystring)
  if (path === '/') return projectsPage(ask, person)
  if (path === '/import/') return newImportPage(person)
  const [, room, id = '', tab = '', ...rest] = path.split('/')
  if (!isUuid(id)) throw new Refusal(404, 'Not found.')
  if (room === 'programs' && tab === '') return programPage(ask, id, person)
  if (room !== 'projects') throw new Refusal(404, 'Not found.')
  if (tab === 'forecast') return forecastPage(ask, id, query, person)
  if (tab === 'load') return loadPage(ask, id, query, person)
  if (tab === 'check') return checkPage(ask, id, person)
  if (tab === 'import' && isUuid(rest[0] ?? '')) return receiptPage(ask, id, rest[0] as string, person)
  if (tab === 'import') return importPage(ask, id, person)
  if (tab === 'changes') return changesPage(ask, id, query, { person, now: services.clock.now() })
  if (tab === 'share') return sharePage(ask, id, { person })
  if (tab === 'tasks' && isUuid(rest[0] ?? '')) return taskPage(ask, id, rest[0] as string, query, person)
  if (tab !== '') throw new Refusal(404, 'Not found.')
  return schedulePage(ask, id, query, person)
}

/** The page stands at another address. */
class Elsewhere extends PageRefused {
  readonly location: string

  constructor(location: string) {
    super(302, { detail: '' })
    this.location = location
  }
}

async function personOf(ask: AskApi): Promise<string> {
  const { username } = await ask.read<{ username: string }>('/auth/me/')
  return username
}

/** A browser names with every form where it came from; ours come from the address it was sent to. */
function refuseForeign({ koa, services }: Visit): void {
  const origin = koa.get('origin')
  const isOwn = URL.canParse(origin) && new URL(origin).host === koa.get('host')
  if (!isOwn && (origin === '' || !admitsOrigin(services, origin, 'cookie'))) {
    throw new Refusal(403, 'This form came from elsewhere.')
  }
}

function safePath(text: string | null): string {
  return text !== null && /^\/(?![/\\])[\x21-\x7e]*$/.test(text) && !text.includes('\\') ? text : '/'
}

async function showSignIn(visit: Visit, trouble?: string, status = 200): Promise<void> {
  const { koa, anonymous } = visit
  const found = (await anonymous('/auth/oidc/discover/')).body as {
    providers?: { slug: string; display_name: string }[]
  } | null
  const next = safePath(new URLSearchParams(koa.querystring).get('next'))
  const page = signInPage({ next, providers: found?.providers ?? [], ...(trouble === undefined ? {} : { trouble }) })
  send(koa, page, status)
}

async function signIn(visit: Visit): Promise<void> {
  const { koa, services, anonymous } = visit
  const form = new URLSearchParams((await readBody(koa.req, MAX_FORM_BYTES)).toString('utf8'))
  const credentials = {
    username: form.get('username') ?? '',
    password: form.get('password') ?? '',
    remember_me: form.get('remember') === '1',
  }
  const bytes = Buffer.from(JSON.stringify(credentials))
  const reply = await anonymous('/auth/token/', { bytes, contentType: 'application/json' })
  const cookie =
    reply.status === 200 ? await pageCookieBeside(services, String(reply.headers['set-cookie'])) : undefined
  if (cookie === undefined) {
    const said = new PageRefused(reply.status, reply.body).detail
    return showSignIn(visit, reply.status === 401 ? 'The name or the password is wrong.' : said, reply.status)
  }
  koa.append('Set-Cookie', cookie)
  koa.status = 303
  koa.redirect(safePath(form.get('next')))
}

/** Who came back from an identity provider is signed in to the pages as well, where the client is this service's own. */
async function signInBeside(services: Services, koa: Koa.Context, next: Koa.Next): Promise<void> {
  await next()
  const given = koa.response.headers['set-cookie']
  const cookies = given === undefined ? [] : [given].flat()
  const { appUrl, publicUrl } = services.config
  if (new URL(appUrl).origin !== new URL(publicUrl).origin) return
  for (const cookie of cookies) {
    const beside = await pageCookieBeside(services, cookie)
    if (beside !== undefined) koa.append('Set-Cookie', beside)
  }
}

async function takeForm(visit: Visit, session: PageSession, path: string): Promise<void> {
  const { koa, services, ask } = visit
  const [, room, id = '', tab = ''] = path.split('/')
  if (path === '/sign-out/') {
    await endPageSession(services, session)
    koa.append('Set-Cookie', clearPageCookie(services.config))
    koa.status = 303
    return koa.redirect('/')
  }
  if (path === '/socket-ticket/') {
    const { status, body } = await ask.send('/ws/ticket/', {})
    koa.status = status
    koa.body = body
    return
  }
  if (room === 'projects' && tab === 'share' && isUuid(id)) return takeShareForm(visit, id)
  const projectId = room === 'projects' && tab === 'import' && isUuid(id) ? id : null
  if (projectId === null && path !== '/import/') throw new Refusal(405, 'Method "POST" not allowed.')
  const { planfileMaxUploadMb, csvImportMaxUploadMb } = services.config
  const bytes = await readBody(koa.req, Math.max(planfileMaxUploadMb, csvImportMaxUploadMb) * MEGABYTE + MAX_FORM_BYTES)
  const form = await formOf(bytes, koa.get('content-type'))
  const person = await personOf(ask)
  const today = services.clock.today('UTC')
  const outcome = await takeImport(ask, form, { projectId, person, today })
  if ('page' in outcome) return send(koa, outcome.page, outcome.status)
  koa.status = 303
  koa.redirect(outcome.location)
}

async function takeShareForm({ koa, ask, services }: Visit, id: string): Promise<void> {
  const form = new URLSearchParams((await readBody(koa.req, MAX_FORM_BYTES)).toString('utf8'))
  const facts = { person: await personOf(ask), publicUrl: services.config.publicUrl }
  const { page, status } = await takeShare(ask, id, form, facts)
  send(koa, page, status)
}

async function formOf(bytes: Buffer, contentType: string): Promise<FormData> {
  try {
    return await new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } }).formData()
  } catch {
    throw new Refusal(400, 'The form cannot be read.')
  }
}

function send(koa: Koa.Context, page: RenderedPage, status = 200): void {
  koa.status = status
  for (const [name, value] of Object.entries(page.headers)) if (name !== 'ETag') koa.set(name, value)
  koa.body = page.bytes
}

function sendAsset(koa: Koa.Context): void {
  const isScript = koa.path === SCRIPT_PATH
  const bytes = Buffer.from(isScript ? PAGES_SCRIPT : SPREADSHEET_TEMPLATE)
  const etag = entityTag(bytes)
  koa.set('ETag', etag)
  koa.set('Cache-Control', 'no-cache')
  if (isUnchanged(koa.get('if-none-match') || undefined, etag)) {
    koa.status = 304
    return
  }
  koa.type = isScript ? 'text/javascript; charset=utf-8' : 'text/csv; charset=utf-8'
  if (!isScript) koa.set('Content-Disposition', 'attachment; filename="plan-template.csv"')
  koa.body = bytes
}
