import type { RenderedPage } from '../../pictures/page.ts'
import { escapeText } from '../../pictures/svg.ts'
import type { AskApi } from './ask-api.ts'
import { drawTable, framed, projectHead, shown } from './frame.ts'

interface ShareLink {
  readonly id: string
  readonly content_kind: 'board' | 'schedule'
  readonly show_forecast?: true
  readonly label: string
  readonly created_by: string | null
  readonly created_at: string
  readonly expires_at: string | null
  readonly access_count: number
  readonly is_active: boolean
  readonly revoked_at: string | null
}

interface Shared {
  readonly id: string
  readonly name: string
  readonly effective_public_sharing: boolean
}

export type ShareFacts = {
  readonly person: string
  /** What the form did, as HTML. */
  readonly told?: string
}

/** The public links of a project: who has one sees it without an account. */
export async function sharePage(ask: AskApi, id: string, { person, told = '' }: ShareFacts): Promise<RenderedPage> {
  const project = await ask.read<Shared>(`/projects/${id}/`)
  const links = await ask.try<readonly ShareLink[]>(`/projects/${id}/share-links/`)
  const drawn =
    links.status === 200
      ? `${project.effective_public_sharing ? drawMint(id) : drawAllow(id)}${drawLinks(links.body, id)}`
      : '<p class="notice">Only Project Managers and above share a project.</p>'
  const main = `${projectHead(project, 'share/')}${told}${drawn}`
  return framed({ title: `${project.name}: share`, person, main })
}

function drawAllow(id: string): string {
  return `<p class="notice">This project is not shared in public.</p><form method="post" action="/projects/${id}/share/"><button name="intent" value="allow">Allow public links</button></form>`
}

function drawMint(id: string): string {
  return `<h2>A new link</h2><form class="stack" method="post" action="/projects/${id}/share/">
<label>Shows <select name="content_kind"><option value="schedule">the schedule</option><option value="board">the board</option></select></label>
<label>For whom or what <input name="label" maxlength="120"></label>
<label>Ends on, if at all <input type="date" name="expires_on"></label>
<label class="check"><input type="checkbox" name="show_assignees" value="1"> With the names of people</label>
<label class="check"><input type="checkbox" name="show_milestone_dates" value="1" checked> With milestones</label>
<label class="check"><input type="checkbox" name="show_forecast" value="1"> With the forecast, on a schedule</label>
<span><button name="intent" value="mint">Make the link</button></span></form>`
}

function drawLinks(links: readonly ShareLink[], id: string): string {
  if (links.length === 0) return '<p>There is no link yet.</p>'
  const rows = links.map((link) => [
    link.content_kind === 'board' ? 'Board' : link.show_forecast ? 'Schedule, forecast' : 'Schedule',
    escapeText(link.label),
    escapeText(`${shown(link.created_at.slice(0, 10))}${link.created_by === null ? '' : `, ${link.created_by}`}`),
    link.expires_at === null ? 'never' : shown(link.expires_at.slice(0, 10)),
    String(link.access_count),
    link.is_active
      ? `<form method="post" action="/projects/${id}/share/"><input type="hidden" name="link" value="${link.id}"><button name="intent" value="revoke" aria-label="Revoke ${escapeText(link.label || link.content_kind)}">Revoke</button></form>`
      : link.revoked_at === null
        ? 'ended'
        : 'revoked',
  ])
  return `<h2>Links</h2>${drawTable(['Shows', 'For', 'Made', 'Ends', 'Opened', 'State'], rows, 'Links')}`
}

/** Does what the form asks for, and shows the page again: the address of a new link stands there once. */
export async function takeShare(
  ask: AskApi,
  id: string,
  form: URLSearchParams,
  facts: { readonly person: string; readonly publicUrl: string },
): Promise<{ readonly page: RenderedPage; readonly status: number }> {
  const answer = await actOn(ask, id, form)
  const isDone = answer.status < 300
  const told = isDone ? doneInWords(form.get('intent'), answer.body, facts.publicUrl) : refused(answer.body)
  return { page: await sharePage(ask, id, { person: facts.person, told }), status: isDone ? 200 : answer.status }
}

interface Minted {
  readonly share_path?: string
  readonly content_kind?: string
  readonly detail?: string
}

function actOn(ask: AskApi, id: string, form: URLSearchParams) {
  const intent = form.get('intent')
  if (intent === 'allow') return ask.change<Minted>(`/projects/${id}/`, { public_sharing: true })
  if (intent === 'revoke') {
    const link = encodeURIComponent(form.get('link') ?? '')
    return ask.send<Minted>(`/projects/${id}/share-links/${link}/revoke/`, {})
  }
  const day = form.get('expires_on') ?? ''
  const isOn = (name: string) => form.get(name) === '1'
  return ask.send<Minted>(`/projects/${id}/share-links/`, {
    content_kind: form.get('content_kind') ?? 'schedule',
    label: form.get('label') ?? '',
    show_assignees: isOn('show_assignees'),
    show_milestone_dates: isOn('show_milestone_dates'),
    show_forecast: isOn('show_forecast'),
    ...(day === '' ? {} : { expires_at: `${day}T23:59:59Z` }),
  })
}

function doneInWords(intent: string | null, minted: Minted, publicUrl: string): string {
  if (intent === 'allow') return '<p class="notice" role="status">Links may be made now.</p>'
  if (intent === 'revoke') return '<p class="notice" role="status">The link is revoked.</p>'
  const address = escapeText(`${publicUrl.replace(/\/$/, '')}/api/v1${minted.share_path}/`)
  return `<div class="notice" role="status"><p>The link is made. Its address is shown this once; whoever has it can look, without an account.</p>
<p><label>Address <input class="address" readonly value="${address}" size="70"></label></p><p><a href="${address}">Open it</a> · <a href="mailto:?body=${encodeURIComponent(address)}">Send it by mail</a></p></div>`
}

function refused(body: object | null): string {
  const said =
    (body as Minted | null)?.detail ??
    Object.entries(body ?? {})
      .map(([name, text]) => `${name}: ${text}`)
      .join('; ')
  return `<p class="notice" role="alert">${escapeText(said)}</p>`
}
