import { contributionInWords, linkInWords, type ToldContribution } from '../../../compute/explain/contribution-words.ts'
import type { RenderedPage } from '../../pictures/page.ts'
import { escapeText } from '../../pictures/svg.ts'
import { type AskApi, PageRefused } from './ask-api.ts'
import { type Difference, drawMoved, finishInWords, workingDays } from './difference-words.ts'
import { drawFacts, drawTable, framed, projectHead, shown } from './frame.ts'

interface Task {
  readonly id: string
  readonly project: string
  readonly name: string
  readonly short_id: string
  readonly wbs_path: string | null
  readonly duration: number
  readonly percent_complete: number
  readonly early_start: string | null
  readonly early_finish: string | null
  readonly scheduled_start: string | null
  readonly total_float: number | null
  readonly is_critical: boolean
  readonly is_summary: boolean
  readonly deadline?: string | null
}

type Told = ToldContribution & {
  readonly imposed_date: string | null
  readonly calendar_days_added: number | null
  readonly slack_days: number | null
  readonly is_binding: boolean
}

interface Derivation {
  readonly contributions: readonly Told[]
  readonly chain?: readonly {
    readonly task_id: string
    readonly task_name: string | null
    readonly quantity: string
    readonly value: string
    readonly because: Told
  }[]
  readonly detail?: string
}

interface WhatIf extends Difference {
  readonly forecast?: Readonly<Record<'before' | 'after', Readonly<Record<'p50' | 'p80' | 'p95', string>>>>
  readonly detail?: string
}

const SHOWN_STEPS = 60
const MOST_DAYS = 3650

/** One task: its dates, why they are what they are, and what would follow if it took longer. */
export async function taskPage(
  ask: AskApi,
  id: string,
  taskId: string,
  query: URLSearchParams,
  person: string,
): Promise<RenderedPage> {
  const project = await ask.read<{ id: string; name: string }>(`/projects/${id}/`)
  const task = await ask.read<Task>(`/tasks/${taskId}/`)
  if (task.project !== id) throw new PageRefused(404, { detail: 'Not found.' })
  const asked = `quantity=early_start&trace=true&task_id=${taskId}`
  const why = await ask.try<Derivation>(`/projects/${id}/schedule/derivation/?${asked}`)
  const days = daysOf(query.get('days'))
  const slip = days === null || task.is_summary ? null : await askSlip(ask, id, taskId, days)
  const parts = [
    projectHead(project, ''),
    `<h2 class="page">${escapeText(`${task.wbs_path ?? ''} ${task.name}`.trim())}</h2><p class="faint">${escapeText(task.short_id)} · <a href="/projects/${id}/#t-${taskId}">in the schedule</a></p>`,
    drawFacts(factsOf(task)),
    `<h2>${whyTitle(task)}</h2>${why.status === 200 ? drawWhy(why.body, task, id) : notice(why.body?.detail)}`,
    `<h2>If it took longer</h2>${drawQuestion(task, days)}${slip === null ? '' : drawSlip(slip.body, slip.status, id, days ?? 0)}`,
  ]
  return framed({ title: `${task.name}: ${project.name}`, person, main: parts.join('\n'), follows: id })
}

/** What was begun stands where it was begun: what is computed, and asked about here, is when its rest can be done. */
function whyTitle({ percent_complete: done, scheduled_start: start, early_start: rest }: Task): string {
  const isBegun = done > 0 && done < 100 && rest !== null && start !== rest
  return isBegun ? `Why the rest of it starts on ${shown(rest)}` : 'Why it starts then'
}

function daysOf(text: string | null): number | null {
  if (text === null || !/^-?\d{1,4}$/.test(text.trim())) return null
  const days = Number(text)
  return days === 0 || Math.abs(days) > MOST_DAYS ? null : days
}

/** With the forecast where the plan can be simulated, else the dates alone. */
async function askSlip(ask: AskApi, id: string, taskId: string, days: number) {
  const edits = [{ op: 'shift_duration', task: taskId, days }]
  const full = await ask.send<WhatIf>(`/projects/${id}/schedule/what-if/`, { edits, forecast: {} })
  return full.status === 402 ? ask.send<WhatIf>(`/projects/${id}/schedule/what-if/`, { edits }) : full
}

function factsOf(task: Task): [string, string][] {
  const float = task.total_float
  return [
    [shown(task.scheduled_start ?? task.early_start), 'start'],
    [shown(task.early_finish), 'finish'],
    [workingDays(task.duration), 'duration'],
    [`${Math.round(task.percent_complete)} %`, 'done'],
    [float === null ? '–' : workingDays(float), task.is_critical ? 'float: it is critical' : 'float'],
    ...(task.deadline == null ? [] : ([[shown(task.deadline), 'deadline']] as [string, string][])),
  ]
}

function notice(text: string | undefined): string {
  return `<p class="notice">${escapeText(text ?? 'It has no dates yet.')}</p>`
}

function drawWhy({ contributions, chain = [] }: Derivation, task: Task, id: string): string {
  const candidates = contributions.map((each) => [
    each.is_binding ? '<b>yes</b>' : '',
    because(each, id),
    escapeText(linkInWords(each)),
    shown(each.imposed_date),
    each.is_binding || each.slack_days === null ? '–' : escapeText(workingDays(each.slack_days)),
  ])
  const steps = chain
    .slice(0, SHOWN_STEPS)
    .map((step) => [
      shown(step.value),
      taskLink(id, step.task_id, step.task_name),
      escapeText(step.quantity.replace('_', ' ')),
      because(step.because, id),
    ])
  const cut =
    chain.length > steps.length ? `<p class="faint">The nearest ${steps.length} of ${chain.length} steps.</p>` : ''
  const label = `What holds ${task.name}`
  const back =
    steps.length === 0
      ? ''
      : `<h3>All the way back</h3>${cut}${drawTable(['Date', 'Task', 'Is its', 'Because of'], steps, 'All the way back')}`
  return drawTable(['Decides', 'Because of', 'Link', 'Not before', 'Spare'], candidates, label) + back
}

function because(each: Told, id: string): string {
  const mark = '#'
  const text = escapeText(contributionInWords(each, mark))
  return each.source_task_id === null
    ? text
    : text.replace(mark, () => taskLink(id, each.source_task_id as string, each.source_task_name))
}

function taskLink(id: string, taskId: string, name: string | null): string {
  return name === null
    ? 'a task of another project'
    : `<a href="/projects/${id}/tasks/${taskId}/">${escapeText(name)}</a>`
}

function drawQuestion(task: Task, days: number | null): string {
  if (task.is_summary) return '<p>A phase takes its dates from its tasks: ask about one of them.</p>'
  return `<form class="tools" method="get"><label>Working days longer <input type="number" name="days" required min="-${MOST_DAYS}" max="${MOST_DAYS}" size="5" value="${days ?? ''}" placeholder="5"></label><button>What if?</button></form><p class="faint">Nothing is stored.</p>`
}

function drawSlip(slip: WhatIf, status: number, id: string, days: number): string {
  if (status !== 200)
    return `<p class="notice" role="alert">${escapeText(slip?.detail ?? 'It cannot be computed now.')}</p>`
  const size = `${workingDays(Math.abs(days))} ${days > 0 ? 'longer' : 'shorter'}`
  const rows = (['p50', 'p80', 'p95'] as const).flatMap((name) => {
    const { before, after } = slip.forecast ?? {}
    return before && after ? [[name.toUpperCase(), shown(before[name]), shown(after[name])]] : []
  })
  const isCertain = new Set(rows.map(([, before]) => before)).size < 2
  const forecast = isCertain ? '' : drawTable(['Forecast', 'Now', 'Then'], rows, 'Forecast now and then')
  return `<p class="notice" role="status"><b>${escapeText(finishInWords(slip, 'present'))}</b> That is if it took ${size}.</p>${forecast}${drawMoved(slip, id, 'present')}`
}
