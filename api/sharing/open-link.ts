import { createHash } from 'node:crypto'
import type { PlanCalendar } from '../../compute/plan/plan-document.ts'
import { composeProjectCalendar, type ScheduleCalendar } from '../calendars/project-calendar.ts'
import { loadWorkspace } from '../levels/load-workspace.ts'
import { isUnchanged } from '../pictures/page.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound, Refusal } from '../platform/errors.ts'
import { prefersType } from '../platform/http/accept.ts'
import { Reply } from '../platform/http/route.ts'
import { hashToken } from '../platform/ids.ts'
import { Project } from '../projects/project.entity.ts'
import { isShareable } from './manage-links.ts'
import { boardPage } from './pages/board-page.ts'
import { noticePage, schedulePage } from './pages/schedule-page.ts'
import { linkEnded } from './share.errors.ts'
import type { ContentKind } from './share.schema.ts'
import type { ShareLink } from './share-link.entity.ts'
import { countAccess, findLinkOfToken } from './share-link.queries.ts'
import { sharedBoard } from './shared-board.ts'
import { loadScheduleContent, presentSchedule } from './shared-schedule.ts'

/** Addresses hold a secret: they go to no other site and into no index. */
const HEADERS = {
  'Cache-Control': 'private, max-age=30',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  Vary: 'Accept',
}
const JSON_TYPE = 'application/json; charset=utf-8'
const HTML_TYPE = 'text/html; charset=utf-8'

interface Rendered {
  readonly bytes: Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** What a link leads to, as JSON or, for a browser, as a page. */
export async function openLink(ctx: Ctx, kind: ContentKind, token: string): Promise<Reply> {
  const asPage = prefersType(ctx.caller.header('accept'), 'text/html')
  try {
    const { link, project } = await findContent(ctx, kind, token)
    const rendered = asPage ? await renderAsPage(ctx, link, project) : await renderJson(ctx, link, project)
    return await answer(ctx, link, rendered)
  } catch (error) {
    if (asPage && error instanceof Refusal) return refusalPage(error)
    throw error
  }
}

/** Unknown, of another kind, or sharing switched off: 404. Known to the holder but ended: 410. */
async function findContent(ctx: Ctx, kind: ContentKind, token: string): Promise<{ link: ShareLink; project: Project }> {
  if (!ctx.services.config.publicBoardSharingEnabled) throw notFound()
  const link = await findLinkOfToken(ctx, kind, hashToken(token))
  if (!link) throw notFound()
  const isExpired = link.expires_at != null && link.expires_at <= ctx.services.clock.now()
  if (link.revoked_at != null || isExpired) throw linkEnded()
  const project = await ctx.em.findOne(Project, { id: link.project_id, is_deleted: false })
  if (!project) throw linkEnded()
  if (!(await isShareable(ctx, project))) throw notFound()
  return { link, project }
}

async function renderJson(ctx: Ctx, link: ShareLink, project: Project): Promise<Rendered> {
  const payload =
    link.content_kind === 'board'
      ? await sharedBoard(ctx, link, project)
      : presentSchedule(await loadScheduleContent(ctx, link, project))
  return { bytes: Buffer.from(JSON.stringify(payload)), headers: { 'Content-Type': JSON_TYPE } }
}

async function renderAsPage(ctx: Ctx, link: ShareLink, project: Project): Promise<Rendered> {
  if (link.content_kind === 'board') return boardPage(await sharedBoard(ctx, link, project), link.label)
  const content = await loadScheduleContent(ctx, link, project)
  const zone = project.timezone || (await loadWorkspace(ctx)).timezone
  const calendar = planCalendar(await composeProjectCalendar(ctx, project.id))
  return schedulePage({ ...content, calendar, today: ctx.services.clock.today(zone) })
}

/** The same bytes again are a 304, which counts as no access. */
async function answer(ctx: Ctx, link: ShareLink, rendered: Rendered): Promise<Reply> {
  const tag = `"${createHash('sha256').update(rendered.bytes).digest('hex').slice(0, 32)}"`
  const headers = { ...rendered.headers, ...HEADERS, ETag: `W/${tag}` }
  if (isUnchanged(ctx.caller.header('if-none-match'), tag)) {
    const { 'Content-Type': _, ...kept } = headers as Record<string, string>
    return new Reply(304, undefined, kept)
  }
  await countAccess(ctx, link.id, ctx.services.clock.now())
  return new Reply(200, rendered.bytes, headers)
}

function refusalPage(refusal: Refusal): Reply {
  const [title, text] =
    refusal.status === 410
      ? ['This link has ended', 'Ask whoever gave it to you for a new one.']
      : ['Nothing here', 'The address may be mistyped, or sharing was switched off.']
  const { bytes, headers } = noticePage(title, text)
  return new Reply(refusal.status, bytes, {
    ...headers,
    ...HEADERS,
    'Cache-Control': 'no-store',
    'Content-Type': HTML_TYPE,
  })
}

function planCalendar(calendar: ScheduleCalendar): PlanCalendar {
  const weekdays = [1, 2, 3, 4, 5, 6, 7].filter((weekday) => (calendar.workingDays >> (weekday - 1)) & 1)
  return { working_days: weekdays, exceptions: [...calendar.exceptions] }
}
