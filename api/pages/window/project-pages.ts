import { formatCivilDay } from '../../../compute/plan/civil-day.ts'
import { mondayOfName } from '../../../compute/plan/iso-week.ts'
import { forecastInWords, forecastSvg } from '../../pictures/forecast-svg.ts'
import type { GanttRow } from '../../pictures/gantt-frame.ts'
import { loadInWords, loadSvg } from '../../pictures/load-svg.ts'
import type { RenderedPage } from '../../pictures/page.ts'
import { escapeText } from '../../pictures/svg.ts'
import { tornadoInWords, tornadoSvg } from '../../pictures/tornado-svg.ts'
import type { ForecastDocument, GanttDocument, LoadDocument } from '../pictures/picture.schema.ts'
import { forecastInput, tornadoInput, whyNothingVaries } from '../pictures/read-forecast.ts'
import { isWithin, pictured } from '../pictures/read-gantt.ts'
import { loadInput } from '../pictures/read-load.ts'
import type { AskApi } from './ask-api.ts'
import { drawFacts, drawFigure, drawTable, framed, projectHead, shown } from './frame.ts'
import { drawGanttTable, HATCH, spanOf, type TableZoom, tableStyle, ZOOMS } from './gantt-table.ts'

type Query = URLSearchParams

/** The schedule: totals of the whole project, and its rows as a table with bars. */
export async function schedulePage(ask: AskApi, id: string, query: Query, person: string): Promise<RenderedPage> {
  const document = await ask.read<GanttDocument>(`/projects/${id}/pictures/gantt/`)
  const { project, totals } = document
  const zoom = ZOOMS.find((name) => name === query.get('zoom')) ?? 'fit'
  const wanted = { words: query.get('q') ?? '', critical: query.get('critical') === '1' }
  const { rows, links } = pictured(document, {})
  const view = { zoom, rows: wantedRows(rows, wanted), links, document }
  const count = (value: number) => value.toLocaleString('en-US')
  const cut = document.truncated
    ? `<p class="notice">Only the first ${count(rows.length)} of ${count(totals.row_count)} rows are shown. The dates and counts are those of the whole plan.</p>`
    : ''
  const facts = drawFacts([
    [shown(totals.start), 'start'],
    [shown(totals.finish), 'finish'],
    [`${count(totals.done_count)} of ${count(totals.task_count)}`, 'tasks done'],
    [count(totals.critical_count), 'critical, open'],
    [shown(document.data_date), 'data date'],
  ])
  const none = `<p>${rows.length === 0 ? `There is no task yet. <a href="/projects/${id}/import/">Import a plan</a>, or add tasks over the API.` : 'No row matches.'}</p>`
  const main = `${projectHead(project, '')}${cut}${facts}
${rows.length === 0 ? '' : drawTools({ zoom, ...wanted })}
${view.rows.length === 0 ? none : HATCH + drawGanttTable(view)}
<p class="faint">${legend(document)} <a href="/projects/${id}/pictures/gantt.svg">As a picture</a> · <a href="/projects/${id}/pictures/network.svg">Network</a></p>`
  return framed({
    title: `${project.name}: schedule`,
    person,
    main,
    style: tableStyle(spanOf(view), document),
    follows: id,
  })
}

function legend(document: GanttDocument): string {
  const { data_date, today } = document
  const now = isWithin(document, today) ? ` Dotted line: today, ${shown(today)}.` : ''
  const late = document.rows.some((row) => row.deadline !== null) ? ' Brackets: deadlines, red where missed.' : ''
  const baseline = document.rows.some((row) => row.baseline !== null) ? ' Grey under a bar: its baseline.' : ''
  const dataDate = data_date === null ? '' : ` Green line: data date ${shown(data_date)}.`
  return `Red striped bars are critical: a day lost there is a day lost at the end.${baseline}${late}${dataDate}${now}`
}

function drawTools({ zoom, words, critical }: { zoom: TableZoom; words: string; critical: boolean }): string {
  const options = ZOOMS.map(
    (name) => `<option value="${name}"${name === zoom ? ' selected' : ''}>${ZOOM_NAMES[name]}</option>`,
  )
  return `<form class="tools" id="tools" method="get"><label>Search <input type="search" name="q" value="${escapeText(words)}" maxlength="200"></label>
<label><input type="checkbox" name="critical" value="1"${critical ? ' checked' : ''}> Critical only</label>
<label>Zoom <select name="zoom">${options.join('')}</select></label><button>Show</button></form>`
}

const ZOOM_NAMES: Record<TableZoom, string> = {
  fit: 'Everything',
  day: 'Days',
  week: 'Weeks',
  month: 'Months',
  quarter: 'Quarters',
}

/** What matches, and the phases around it. */
export function wantedRows(
  rows: readonly GanttRow[],
  wanted: { words: string; critical: boolean },
): readonly GanttRow[] {
  const words = wanted.words.trim().toLowerCase()
  if (words === '' && !wanted.critical) return rows
  const kept = new Set<GanttRow>()
  let above: GanttRow[] = []
  for (const row of rows) {
    above = above.filter((phase) => phase.depth < row.depth)
    const isWanted =
      (words === '' || `${row.wbs} ${row.name}`.toLowerCase().includes(words)) &&
      (!wanted.critical || (row.isCritical && row.percentComplete < 100 && !row.isSummary))
    if (isWanted) for (const each of [...above, row]) kept.add(each)
    if (row.isSummary) above.push(row)
  }
  return rows.filter((row) => kept.has(row))
}

interface History {
  readonly results: readonly {
    readonly taken_at: string
    readonly p50: string
    readonly p80: string
    readonly p95: string
    readonly cpm_finish: string | null
    readonly n_simulations: number
    readonly delta: { readonly p80: number | null } | null
  }[]
}

/** How sure the finish is, what drives it, and how it was told before. */
export async function forecastPage(ask: AskApi, id: string, query: Query, person: string): Promise<RenderedPage> {
  const project = await ask.read<{ id: string; name: string; program: string | null }>(`/projects/${id}/`)
  const asked = forecastQueryOf(query)
  const answer = await ask.try<ForecastDocument & { detail?: string }>(`/projects/${id}/pictures/forecast/?${asked}`)
  const history = await ask.try<History>(`/projects/${id}/monte-carlo/history/`)
  const drawn =
    answer.status === 200
      ? drawForecastPart(answer.body, asked, project.program)
      : `<p class="notice" role="alert">${escapeText(answer.body?.detail ?? JSON.stringify(answer.body ?? 'It cannot be simulated now.'))}</p>`
  const main = `${projectHead(project, 'forecast/')}${drawn}${drawAssumptions(asked)}${history.status === 200 ? drawHistory(history.body, answer.body?.waits_for_others === true) : ''}`
  return framed({ title: `${project.name}: forecast`, person, main, follows: id })
}

const FORECAST_FIELDS = ['target_date', 'low_percent', 'high_percent', 'open_risks']

function forecastQueryOf(query: Query): URLSearchParams {
  const asked = new URLSearchParams()
  for (const name of FORECAST_FIELDS) {
    const value = query.get(name)
    if (value !== null && value.trim() !== '') asked.set(name, value.trim())
  }
  return asked
}

function drawForecastPart(document: ForecastDocument, asked: URLSearchParams, program: string | null): string {
  const target = asked.get('target_date') ?? undefined
  const { diagnostic, waits_for_others: waits, program_forecast: together } = document
  const alone = waits ? `<p class="notice">${whoseForecast(document, program)}</p>` : ''
  const assumed = asked.has('low_percent')
    ? `<p class="notice">Assumed, and not stored: tasks without estimates take ${escapeText(asked.get('low_percent') ?? '')} % to +${escapeText(asked.get('high_percent') ?? '')} % of their durations.</p>`
    : ''
  if (diagnostic.deterministic && together === null) {
    return `${alone}${assumed}<p class="notice">${escapeText(whyNothingVaries(document))}</p>${drawFacts([[shown(document.cpm_finish), 'finish of the critical path']])}`
  }
  const { p50, p80, p95 } = together ?? document
  const facts =
    waits && together === null
      ? [[shown(document.cpm_finish), 'finish of the critical path'] as const]
      : ([
          [shown(document.cpm_finish), 'finish of the critical path'],
          [shown(p50), 'P50'],
          [shown(p80), 'P80'],
          [shown(p95), 'P95'],
        ] as const)
  const own = together === null ? 'tasks' : 'tasks of this project'
  const varies = `${diagnostic.tasks_with_variance.toLocaleString('en-US')} of ${diagnostic.tasks_total.toLocaleString('en-US')} ${own} vary.`
  const input = { ...forecastInput(document, {}), targetDate: target ?? null }
  const words = forecastInWords({ ...input, id: 'forecast' })
  const tornado = tornadoInput(document, {})
  return `${alone}${assumed}${drawFacts(facts)}
${drawFigure(({ size, ...look }) => forecastSvg({ ...input, ...look, id: `forecast-${size}` }), `${words} ${varies} Columns count runs (left), the line adds them up (right).`)}
<h2>What drives it</h2>
${together === null ? '' : '<p class="faint">Of the tasks of this project alone; other projects drive it too.</p>'}
${drawFigure(({ size, ...look }) => tornadoSvg({ ...tornado, ...look, id: `tornado-${size}` }), tornadoInWords(tornado))}`
}

function whoseForecast({ program_forecast: together }: ForecastDocument, program: string | null): string {
  if (together === null) {
    const elsewhere =
      program === null ? '' : ` <a href="/programs/${program}/">The forecast of the program</a> has them.`
    return `This project waits for tasks of other projects, which its own runs leave out: they tell no chance of its finish.${elsewhere}`
  }
  return `This is <a href="/programs/${program}/">the program’s forecast</a>: this project waits for tasks of other projects, and the runs of the whole program have them.`
}

function drawAssumptions(asked: URLSearchParams): string {
  const value = (name: string) => escapeText(asked.get(name) ?? '')
  return `<h2>Ask again</h2><form class="tools" method="get">
<label>Target date <input type="date" name="target_date" value="${value('target_date')}"></label>
<label>Without estimates, from <input type="number" name="low_percent" min="-100" max="0" size="4" value="${value('low_percent')}" placeholder="-10"> %</label>
<label>to + <input type="number" name="high_percent" min="0" max="900" size="4" value="${value('high_percent')}" placeholder="30"> %</label>
<label><input type="checkbox" name="open_risks" value="true"${asked.has('open_risks') ? ' checked' : ''}> With the open risks</label>
<button>Simulate</button></form>`
}

function drawHistory({ results }: History, waitsForOthers: boolean): string {
  if (results.length === 0) return ''
  const rows = results.map((run) => [
    escapeText(`${shown(run.taken_at.slice(0, 10))} ${run.taken_at.slice(11, 16)}`),
    shown(run.cpm_finish),
    shown(run.p50),
    shown(run.p80),
    shown(run.p95),
    run.delta?.p80 == null ? '–' : `${run.delta.p80 > 0 ? '+' : ''}${run.delta.p80}`,
    run.n_simulations.toLocaleString('en-US'),
  ])
  const heads = ['Simulated (UTC)', 'Critical path', 'P50', 'P80', 'P95', 'P80 moved, calendar days', 'Runs']
  const alone = waitsForOthers
    ? '<p class="notice">These runs are of this project alone. They leave out the tasks of other projects that it waits for, so they tell no day by which it ends.</p>'
    : ''
  return `<h2>Earlier forecasts</h2>${alone}${drawTable(heads, rows, 'Earlier forecasts')}`
}

/** Who is asked for how much, week by week. */
export async function loadPage(ask: AskApi, id: string, query: Query, person: string): Promise<RenderedPage> {
  const project = await ask.read<{ id: string; name: string; start_date: string }>(`/projects/${id}/`)
  const start = query.get('start') ?? ''
  const asked = start === '' ? '' : `?${new URLSearchParams({ start })}`
  const answer = await ask.try<LoadDocument & { detail?: string }>(`/projects/${id}/pictures/load/${asked}`)
  const form = `<form class="tools" method="get"><label>From the week of <input type="date" name="start" value="${escapeText(start)}"></label><button>Show</button></form>`
  const input = answer.status === 200 ? loadInput(answer.body, {}) : null
  const why = answer.status === 403 ? 'Only Resource Managers and above see the load of people.' : answer.body?.detail
  const drawn = input
    ? drawFigure(({ size, ...look }) => loadSvg({ ...input, ...look, id: `load-${size}` }), loadInWords(input))
    : `<p class="notice">${escapeText(why ?? 'It is not available.')}</p>`
  return framed({
    title: `${project.name}: people`,
    person,
    main: `${projectHead(project, 'load/')}${form}${answer.status === 200 ? drawOtherWeeks(answer.body, id) : ''}${drawn}`,
    follows: id,
  })
}

/** The weeks before and after those that are shown, where there is work. */
function drawOtherWeeks({ weeks, schedule }: LoadDocument, id: string): string {
  const [first, last] = [weeks[0] ?? '', weeks.at(-1) ?? '']
  const monday = mondayOfName(first)
  if (monday === null) return ''
  const link = (day: number, text: string) => `<a href="/projects/${id}/load/?start=${formatCivilDay(day)}">${text}</a>`
  // Far from the work one step leads back to it.
  const workBegins = mondayOfName(schedule.first_week) ?? monday
  const workEnds = mondayOfName(schedule.last_week) ?? monday
  const span = weeks.length * 7
  const earlier =
    schedule.first_week < first
      ? [link(Math.max(workBegins, Math.min(monday, workEnds + 7) - span), 'Earlier weeks')]
      : []
  const later = schedule.last_week > last ? [link(Math.max(monday + span, workBegins), 'Later weeks')] : []
  const links = [...earlier, ...later]
  return links.length === 0 ? '' : `<p class="no-print">${links.join(' · ')}</p>`
}

interface Check {
  readonly counts: { readonly error: number; readonly warning: number; readonly info: number }
  readonly assessment: readonly {
    readonly number: number
    readonly title: string
    readonly threshold: string
    readonly status: 'passed' | 'failed' | 'not_measured'
    readonly value: number | null
    readonly count: number | null
    readonly total: number | null
    readonly note: string | null
  }[]
  readonly findings: readonly {
    readonly rule: string
    readonly severity: string
    readonly message: string
    readonly tasks: readonly string[]
  }[]
}

const SHOWN_FINDINGS = 300

/** The fourteen points, and what our own rules found. */
export async function checkPage(ask: AskApi, id: string, person: string): Promise<RenderedPage> {
  const project = await ask.read<{ id: string; name: string }>(`/projects/${id}/`)
  const answer = await ask.try<Check & { detail?: string }>(`/projects/${id}/schedule/check/`)
  const drawn =
    answer.status === 200
      ? drawCheck(answer.body, id, await namesOf(ask, id))
      : `<p class="notice">${escapeText(answer.body?.detail ?? '')}</p>`
  return framed({ title: `${project.name}: check`, person, main: projectHead(project, 'check/') + drawn, follows: id })
}

/** The names of the tasks, which findings know by their ids. */
async function namesOf(ask: AskApi, id: string): Promise<Map<string, string>> {
  const { rows } = await ask.read<GanttDocument>(`/projects/${id}/pictures/gantt/`)
  return new Map(rows.map((row) => [row.id, row.name]))
}

const STATUS = { passed: 'passed', failed: '<b>failed</b>', not_measured: '<span class="faint">not measured</span>' }

function drawCheck(check: Check, id: string, names: ReadonlyMap<string, string>): string {
  const { counts, findings } = check
  const points = check.assessment.map((point) => [
    String(point.number),
    escapeText(point.title),
    STATUS[point.status],
    escapeText(
      point.count !== null && point.total !== null
        ? `${point.count.toLocaleString('en-US')} of ${point.total.toLocaleString('en-US')}`
        : String(point.value ?? '–'),
    ),
    escapeText(point.threshold),
    escapeText(point.note ?? ''),
  ])
  const rows = findings
    .slice(0, SHOWN_FINDINGS)
    .map((finding) => [escapeText(finding.severity), escapeText(finding.message), linkTo(finding.tasks, id, names)])
  const cut =
    findings.length > rows.length
      ? `<p class="notice">The first ${rows.length} of ${findings.length} findings are shown.</p>`
      : ''
  const found =
    findings.length === 0
      ? '<p>Nothing was found.</p>'
      : cut + drawTable(['Severity', 'Finding', 'Task'], rows, 'Findings')
  return `${drawFacts([
    [String(counts.error), 'errors'],
    [String(counts.warning), 'warnings'],
    [String(counts.info), 'notes'],
  ])}<h2>The fourteen points</h2>${drawTable(['No.', 'Point', 'Result', 'Measured', 'Limit', 'Note'], points, 'The fourteen points')}<h2>Findings</h2>${found}`
}

/** The first task of a finding, and how many more it is about. */
function linkTo(tasks: readonly string[], id: string, names: ReadonlyMap<string, string>): string {
  const [first, ...others] = tasks
  if (first === undefined) return ''
  const more =
    others.length === 0 ? '' : ` <span class="faint">and ${others.length.toLocaleString('en-US')} more</span>`
  return `<a href="/projects/${id}/#t-${first}">${escapeText(names.get(first) ?? 'Show')}</a>${more}`
}
