import { causeInWords } from '../../../compute/diff/cause-words.ts'
import type { RenderedPage } from '../../pictures/page.ts'
import { escapeText } from '../../pictures/svg.ts'
import { isUuid } from '../../platform/ids.ts'
import type { GanttDocument } from '../pictures/picture.schema.ts'
import type { AskApi } from './ask-api.ts'
import { type Difference, drawMoved, finishInWords, signed } from './difference-words.ts'
import { drawTable, framed, projectHead, shown } from './frame.ts'

interface Baseline {
  readonly id: string
  readonly name: string
  readonly is_active: boolean
  readonly created_at: string
}

interface PastDifference {
  readonly from: { readonly at: string; readonly baseline: { readonly name: string } | null }
  readonly difference: Difference | null
  readonly detail?: string
}

const SHOWN_CHANGES = 200
const SHOWN_NAMES = 12
const WEEK_MS = 7 * 86_400_000

/** Why the finish moved: what was changed since a baseline or a day, what each change moved, and which tasks it moved. */
export async function changesPage(
  ask: AskApi,
  id: string,
  query: URLSearchParams,
  facts: { readonly person: string; readonly now: Date },
): Promise<RenderedPage> {
  const project = await ask.read<{ id: string; name: string }>(`/projects/${id}/`)
  const found = await ask.try<{ results: readonly Baseline[] }>(`/projects/${id}/baselines/`)
  const baselines = found.status === 200 ? found.body.results : []
  const since = momentOf(query, baselines, facts.now)
  const answer = await ask.try<PastDifference>(
    `/projects/${id}/schedule/diff/?${new URLSearchParams({ from: since.from })}`,
  )
  const drawn =
    answer.status === 200
      ? drawChanges(answer.body, id, await namesOf(ask, id, answer.body))
      : `<p class="notice" role="alert">${escapeText(refusalOf(answer.body))}</p>`
  const main = `${projectHead(project, 'changes/')}${drawForm(baselines, since)}${drawn}`
  return framed({ title: `${project.name}: changes`, person: facts.person, main, follows: id })
}

interface Moment {
  /** As the API takes it. */
  readonly from: string
  readonly day: string
}

/** The baseline or day that is asked for; else the baseline in force, the newest, or a week ago. */
function momentOf(query: URLSearchParams, baselines: readonly Baseline[], now: Date): Moment {
  const day = query.get('day') ?? ''
  const asked = query.get('baseline') ?? ''
  if (/^\d{4}-\d\d-\d\d$/.test(day)) return { from: `${day}T00:00:00Z`, day }
  if (isUuid(asked)) return { from: asked, day: '' }
  const newest = baselines.toSorted((left, right) => (left.created_at < right.created_at ? 1 : -1))
  const usual = newest.find(({ is_active }) => is_active) ?? newest[0]
  if (usual !== undefined) return { from: usual.id, day: '' }
  const weekAgo = new Date(now.getTime() - WEEK_MS).toISOString().slice(0, 10)
  return { from: `${weekAgo}T00:00:00Z`, day: weekAgo }
}

function drawForm(baselines: readonly Baseline[], { from, day }: Moment): string {
  const options = baselines.map(
    ({ id, name, created_at }) =>
      `<option value="${id}"${id === from ? ' selected' : ''}>${escapeText(`${name}, ${shown(created_at.slice(0, 10))}`)}</option>`,
  )
  const select =
    baselines.length === 0
      ? ''
      : `<label>Since the baseline <select name="baseline"><option value="">…</option>${options.join('')}</select></label> or `
  return `<form class="tools" method="get">${select}<label>Since the day <input type="date" name="day" value="${escapeText(day)}"></label><button>Show</button></form>`
}

function refusalOf(body: { detail?: string } | null): string {
  return (
    body?.detail ??
    Object.values(body ?? {})
      .flat()
      .join(' ')
  )
}

/** Links name tasks by their ids alone. */
async function namesOf(ask: AskApi, id: string, { difference }: PastDifference): Promise<ReadonlyMap<string, string>> {
  if (difference === null || difference.steps.length + difference.joined_critical_path.length === 0) return new Map()
  const { rows } = await ask.read<GanttDocument>(`/projects/${id}/pictures/gantt/`)
  return new Map(rows.map((row) => [row.id, row.name]))
}

function drawChanges({ from, difference }: PastDifference, id: string, names: ReadonlyMap<string, string>): string {
  const since = from.baseline === null ? shown(from.at.slice(0, 10)) : `the baseline ${from.baseline.name}`
  if (difference === null) return `<p class="notice">Nothing was scheduled at ${escapeText(since)}.</p>`
  const head = `<p class="notice"><b>${escapeText(finishInWords(difference, 'past'))}</b> ${escapeText(`Since ${since}, ${shown(from.at.slice(0, 10))}.`)}</p>`
  const { steps } = difference
  if (steps.length === 0) return `${head}<p>Nothing was changed.</p>`
  const nameOf = (task: string, told: string | null) => told ?? names.get(task) ?? 'a task that is gone'
  const numbered = steps.map((step, index) => ({ ...step, number: index + 1 }))
  const ranked = numbered.toSorted((left, right) => Math.abs(right.finish_days) - Math.abs(left.finish_days))
  const rows = ranked.slice(0, SHOWN_CHANGES).map(({ causes, finish_days, moved_count, number }) => [
    String(number),
    causes
      .slice(0, SHOWN_NAMES)
      .map((cause) => escapeText(causeInWords(cause, nameOf)))
      .join('<br>') + (causes.length > SHOWN_NAMES ? `<br>and ${causes.length - SHOWN_NAMES} more` : ''),
    signed(finish_days),
    String(moved_count),
  ])
  const cut =
    ranked.length > rows.length ? `<p>The ${rows.length} that moved the finish most, of ${ranked.length}.</p>` : ''
  const heads = ['No.', 'Change', 'Finish, calendar days', 'Tasks moved']
  return `${head}<h2>What was changed</h2>${cut}${drawTable(heads, rows, 'Changes')}
<p class="faint">Changes are made one after the other, by their number, and each is credited with what it moved then; those that moved the finish most come first.</p>
${drawCritical(difference, nameOf)}${drawMoved(difference, id, 'past')}`
}

function drawCritical(
  { joined_critical_path: joined, left_critical_path: left }: Difference,
  nameOf: (task: string, told: string | null) => string,
): string {
  const list = (ids: readonly string[]) =>
    escapeText(
      ids
        .slice(0, SHOWN_NAMES)
        .map((task) => nameOf(task, null))
        .join(', '),
    ) + (ids.length > SHOWN_NAMES ? ` and ${ids.length - SHOWN_NAMES} more` : '')
  return (
    (joined.length > 0 ? `<p>Now critical: ${list(joined)}.</p>` : '') +
    (left.length > 0 ? `<p>No longer critical: ${list(left)}.</p>` : '')
  )
}
