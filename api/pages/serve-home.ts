import type Koa from 'koa'
import { isUnchanged, type RenderedPage } from '../pictures/page.ts'
import type { Caller, Ctx, Services } from '../platform/context.ts'
import type { SentReply } from '../platform/http/reply.ts'
import { toSentReply } from '../platform/http/reply.ts'
import { replyOfFailure } from '../platform/http/steps/error-boundary.ts'
import { countAnonymous } from '../platform/http/steps/throttle.ts'
import { findLoadedSample, type LoadedSample } from './home.queries.ts'
import { homePage } from './home-page.ts'
import { loadHome } from './load-home.ts'

interface Made {
  readonly mark: string
  readonly page: Promise<{ readonly page: RenderedPage; readonly isPartial: boolean }>
}

/**
 * Serves the start page at `/`; everything else that came this far does not exist. The page is made again only when
 * something it shows has changed.
 */
export function serveHome(services: Services): Koa.Middleware {
  let kept: Made | null = null

  async function makePage(ctx: Ctx, sample: LoadedSample | undefined): Promise<Awaited<Made['page']>> {
    const model = sample ? await loadHome(ctx, sample) : null
    return { page: homePage(model, services.config), isPartial: model?.isPartial ?? false }
  }

  /** Who comes while it is made waits for the same page: a simulation is in it. */
  async function currentPage(): Promise<RenderedPage> {
    const ctx = services.readingContext()
    const sample = await findLoadedSample(ctx)
    // A project without a data date of its own is forecast from today.
    const mark = sample ? `${sample.mark} ${services.clock.today('UTC')}` : ''
    const made = kept?.mark === mark ? kept : { mark, page: makePage(ctx, sample) }
    kept = made
    let isGood = false
    try {
      const { page, isPartial } = await made.page
      isGood = !isPartial
      return page
    } finally {
      if (!isGood && kept === made) kept = null
    }
  }

  async function answer(koa: Koa.Context): Promise<SentReply> {
    await countAnonymous(services, koa.state.caller as Caller)
    if (koa.path !== '/') return toSentReply(404, { detail: 'Not found.' })
    if (koa.method !== 'GET' && koa.method !== 'HEAD') {
      return toSentReply(405, { detail: `Method "${koa.method}" not allowed.` }, { Allow: 'GET, HEAD' })
    }
    const { bytes, headers, etag } = await currentPage()
    if (!isUnchanged(koa.get('if-none-match') || undefined, etag)) return toSentReply(200, bytes, { ...headers })
    return { status: 304, headers: { ETag: etag, 'Cache-Control': 'no-cache' }, body: null, contentType: null }
  }

  return async (koa) => {
    const { requestId } = koa.state.caller as Caller
    const reply = await answer(koa).catch((error: unknown) =>
      replyOfFailure(error, services, { requestId, route: `${koa.method} /` }),
    )
    koa.status = reply.status
    for (const [name, value] of Object.entries(reply.headers)) if (name !== 'Content-Type') koa.set(name, value)
    if (reply.body === null) return
    koa.type = reply.contentType ?? 'application/json'
    koa.body = reply.body
  }
}
