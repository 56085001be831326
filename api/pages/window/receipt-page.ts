import type { RenderedPage } from '../../pictures/page.ts'
import { escapeText } from '../../pictures/svg.ts'
import type { AskApi } from './ask-api.ts'
import { drawFacts, drawTable, framed, projectHead, shown } from './frame.ts'

interface ReceiptGroup {
  readonly severity: string
  readonly count: number
  readonly title: string
  readonly remedy: string | null
  readonly examples: readonly { readonly row?: number; readonly uid?: number; readonly name: string | null }[]
}

interface DateDifference {
  readonly task: string
  readonly name: string
  readonly file_start: string
  readonly file_finish: string
  readonly start: string
  readonly finish: string
  readonly reason: string
}

interface DateCheck {
  readonly status: 'pending' | 'unavailable' | 'done'
  readonly detail?: string
  readonly compared?: number
  readonly equal?: number
  readonly differing?: number
  readonly tasks?: readonly DateDifference[]
  readonly omitted?: number
  readonly without_data_date?: true
}

interface ImportRequest {
  readonly status: string
  readonly filename: string
  readonly requested_at: string
  readonly error_code: string | null
  readonly error_detail: string | null
  readonly progress?: { readonly rows_done: number }
  readonly summary: {
    readonly tasks_created?: number
    readonly tasks_updated?: number
    readonly dependencies_created?: number
    readonly resources_created?: number
    readonly resources_matched?: number
    readonly project_start_date?: string | null
    readonly warnings?: readonly string[]
    readonly receipt_groups?: readonly ReceiptGroup[]
    readonly date_check?: DateCheck
  } | null
}

const SHOWN_DIFFERENCES = 100

/** What became of one import: counts, what was changed on the way and what to do about it, and whose dates differ. */
export async function receiptPage(ask: AskApi, id: string, importId: string, person: string): Promise<RenderedPage> {
  const project = await ask.read<{ id: string; name: string }>(`/projects/${id}/`)
  const request = await ask.read<ImportRequest>(`/projects/${id}/imports/${importId}/`)
  const isOpen = isUnderWay(request)
  const main = `${projectHead(project, 'import/')}<h2>${escapeText(request.filename)}</h2>
<p class="faint">Sent ${shown(request.requested_at.slice(0, 10))}, ${escapeText(request.requested_at.slice(11, 16))} UTC. <a href="/projects/${id}/import/">All imports</a></p>
${drawOutcome(request, id)}`
  return framed({ title: `${project.name}: ${request.filename}`, person, main, ...(isOpen ? { renews: true } : {}) })
}

function isUnderWay({ status, summary }: ImportRequest): boolean {
  return status === 'pending' || status === 'dispatched' || summary?.date_check?.status === 'pending'
}

function drawOutcome(request: ImportRequest, id: string): string {
  const { status, summary, progress } = request
  if (status === 'dead') {
    const detail = escapeText(request.error_detail ?? '')
    // What follows its first sentence is for callers of the API.
    const told =
      request.error_code === 'already_imported'
        ? `${detail.replace(/\. .*$/, '.')} To have them a second time, <a href="/projects/${id}/import/">send the file again</a> with “once more” ticked.`
        : detail
    return `<div class="notice" role="alert"><p><b>Nothing was imported.</b> ${told}</p></div>`
  }
  if (status === 'pending' || status === 'dispatched') {
    const so = progress === undefined ? '' : ` ${progress.rows_done.toLocaleString('en-US')} rows are written.`
    return `<p class="notice" role="status">${status === 'pending' ? 'It waits to be read.' : 'It is being read.'}${so} This page shows what became of it: <a href="">look again</a>.</p>`
  }
  if (summary === null) return ''
  const undone = status === 'undone' ? '<p class="notice">This import was taken back.</p>' : ''
  const counts: [number | undefined, string][] = [
    [summary.tasks_created, 'tasks made'],
    [summary.tasks_updated, 'tasks changed'],
    [summary.dependencies_created, 'links'],
    [summary.resources_created, 'people made'],
    [summary.resources_matched, 'people known'],
  ]
  const facts = counts.flatMap(([count, name]): [string, string][] =>
    count === undefined ? [] : [[count.toLocaleString('en-US'), name]],
  )
  if (summary.project_start_date) facts.push([shown(summary.project_start_date), 'project starts'])
  const warnings = (summary.warnings ?? []).map((text) => `<li>${escapeText(text)}</li>`).join('')
  return `${undone}${drawFacts(facts)}${warnings === '' ? '' : `<ul>${warnings}</ul>`}${drawReceipt(summary.receipt_groups ?? [])}${drawDates(summary.date_check, id)}
<p><a href="/projects/${id}/"><b>To the schedule</b></a></p>`
}

function drawReceipt(groups: readonly ReceiptGroup[]): string {
  if (groups.length === 0)
    return '<h2>What was changed on the way</h2><p>Nothing: all of the file was taken as it is.</p>'
  const rows = groups.map(({ severity, count, title, remedy, examples }) => [
    severity === 'error' ? '<b>error</b>' : escapeText(severity),
    count.toLocaleString('en-US'),
    escapeText(title),
    escapeText(examples.map(placeText).filter(Boolean).join(', ') + (count > examples.length ? ', …' : '')),
    remedy === null ? '<span class="faint">nothing</span>' : escapeText(remedy),
  ])
  const heads = ['Severity', 'Rows', 'What', 'Which', 'What to do']
  return `<h2>What was changed on the way</h2>${drawTable(heads, rows, 'What was changed on the way')}`
}

function placeText({ row, uid, name }: ReceiptGroup['examples'][number]): string {
  return name ?? (uid === undefined ? (row === undefined ? '' : `row ${row}`) : `number ${uid}`)
}

function drawDates(check: DateCheck | undefined, id: string): string {
  if (check === undefined) return ''
  const head = '<h2>Dates of the file</h2>'
  if (check.status === 'pending')
    return `${head}<p role="status">They are compared as soon as the schedule is computed.</p>`
  if (check.status !== 'done')
    return `${head}<p>They were not compared: ${escapeText(check.detail ?? check.status)}</p>`
  const { compared = 0, equal = 0, differing = 0, tasks = [], omitted = 0 } = check
  const held = check.without_data_date
    ? '<p class="notice">The project has no data date: its own schedule moves unstarted work to today. Compared are the dates without that; a data date, in the settings of the project, ends it.</p>'
    : ''
  const facts = drawFacts([
    [compared.toLocaleString('en-US'), 'tasks compared'],
    [equal.toLocaleString('en-US'), 'equal'],
    [differing.toLocaleString('en-US'), 'different'],
  ])
  if (tasks.length === 0) return head + held + facts
  const shownTasks = tasks.slice(0, SHOWN_DIFFERENCES)
  const left = omitted + tasks.length - shownTasks.length
  const rows = shownTasks.map((task) => [
    `<a href="/projects/${id}/tasks/${task.task}/">${escapeText(task.name)}</a>`,
    `${shown(task.file_start)} – ${shown(task.file_finish)}`,
    `${shown(task.start)} – ${shown(task.finish)}`,
    escapeText(task.reason.replaceAll('_', ' ')),
  ])
  const cut = left > 0 ? `<p>${left.toLocaleString('en-US')} more differ.</p>` : ''
  return `${head}${held}${facts}${drawTable(['Task', 'In the file', 'Computed', 'Why'], rows, 'Dates that differ')}${cut}`
}
