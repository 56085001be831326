import type { PlanCalendar } from '../../../compute/plan/plan-document.ts'
import { type ForecastInput, forecastInWords, forecastSvg } from '../../pictures/forecast-svg.ts'
import type { GanttInput, GanttRow } from '../../pictures/gantt-frame.ts'
import { ganttSvg } from '../../pictures/gantt-svg.ts'
import { type RenderedPage, renderPage } from '../../pictures/page.ts'
import { PAGE_STYLE } from '../../pictures/page-style.ts'
import { PICTURE_STYLE } from '../../pictures/picture-style.ts'
import { escapeText } from '../../pictures/svg.ts'
import { dayNumber, dayText } from '../../pictures/time-axis.ts'
import type { ScheduleContent, SharedForecast } from '../shared-schedule.ts'
import type { SharedTask } from '../shared-tasks.ts'
import { cutIntoSheets } from './sheets.ts'

const STYLE = `
figure{margin:1rem 0}
figcaption{color:var(--faint);font-size:.875rem;margin-top:.2rem;max-width:48rem}
.facts{display:flex;flex-wrap:wrap;gap:.4rem 2rem;margin:.8rem 0;padding:0;list-style:none}
.facts b{display:block;font-size:1.15rem;font-variant-numeric:tabular-nums}
.facts span{color:var(--faint);font-size:.875rem}
.notice{margin:.8rem 0;padding:.5rem .8rem;border-left:4px solid var(--accent);background:var(--raised);max-width:48rem}
.narrow,.sheets{display:none}
.narrow .picture{margin:0 auto}
tr.summary td{font-weight:600}
td.date{white-space:nowrap}
@media screen and (max-width:48rem){.wide{display:none}.narrow{display:block}}
@media print{@page{size:A4 landscape;margin:11mm}.wide{display:block}.narrow{display:none}
header{padding-top:0}.forecast{break-inside:avoid}figure{margin:.4rem 0}details{display:none}
footer{margin-top:0;padding-top:.3rem;padding-bottom:0;font-size:8pt}figcaption{font-size:8pt}
.wide.whole .picture{max-height:138mm;margin:0 auto}
.wide.cut{height:0;overflow:hidden}
.sheets{display:block}.sheets .picture{width:100%;height:auto;break-inside:avoid;break-after:page}
.sheets .picture:last-child{break-after:auto}}
`

export interface SchedulePageInput extends ScheduleContent {
  readonly calendar: PlanCalendar
  readonly today: string
}

/** A shared schedule to look at: one document without script, for a screen, a phone and paper. */
export function schedulePage(input: SchedulePageInput): RenderedPage {
  const { project, tasks } = input
  const body = `<header>
<h1>${escapeText(project.name)}</h1>
<p class="faint">${escapeText(subtitle(input))}</p>
${input.isTruncated ? `<p class="notice">${escapeText(cutInWords(input))}</p>\n` : ''}</header>
<main>
${tasks.length === 0 ? '<p>There is nothing on this schedule yet.</p>' : drawSchedule(input)}${input.forecast === undefined ? '' : drawForecast(input.forecast, project.name)}
</main>
<footer><p>Shared read-only. Whoever holds the address of this page can see it.</p></footer>`
  return renderPage({ title: `${project.name}: schedule`, style: PAGE_STYLE + PICTURE_STYLE + STYLE, body })
}

/** What a reader sees in place of a page that is not, or no longer, there. */
export function noticePage(title: string, text: string): RenderedPage {
  const body = `<main><h1>${escapeText(title)}</h1><p>${escapeText(text)}</p></main>`
  return renderPage({ title, style: `${PAGE_STYLE}main{padding-top:2rem}`, body })
}

/** Said before anything else: what is counted is the plan, what is drawn is not all of it. */
function cutInWords({ tasks, totals }: SchedulePageInput): string {
  const [shown, all] = [tasks.length, totals.row_count].map((count) => count.toLocaleString('en-US'))
  return `Only the first ${shown} of ${all} rows are shown. The dates and counts here are those of the whole plan.`
}

function subtitle({ link, project }: SchedulePageInput): string {
  const label = link.label === '' ? [] : [link.label]
  const dataDate = project.status_date == null ? [] : [`data date ${shown(project.status_date)}`]
  return ['Schedule', project.code, ...label, ...dataDate].join(' · ')
}

function drawSchedule(input: SchedulePageInput): string {
  const picture = (layout: 'wide' | 'narrow') => pictureOf(input, layout)
  const wide = picture('wide')
  const sheets = cutIntoSheets(wide)
  const kind = sheets === null ? 'whole' : 'cut'
  return `${drawFacts(input)}
<figure><div class="wide ${kind}">${sheets?.source ?? ganttSvg(wide)}</div><div class="narrow">${ganttSvg(picture('narrow'))}</div>
${sheets === null ? '' : `<div class="sheets">${sheets.pages.join('\n')}</div>`}
<figcaption>${criticalInWords(input.tasks)}</figcaption></figure>
<details><summary>The same as a table</summary>${drawTable(input)}</details>`
}

/** How sure the finish is, by the newest simulation that the people of the project have kept. */
function drawForecast(forecast: SharedForecast | null, name: string): string {
  const head = '<section class="forecast"><h2>How sure the finish is</h2>'
  if (forecast === null) return `${head}<p>It was not simulated yet.</p></section>`
  const input = (layout: 'wide' | 'narrow'): ForecastInput => ({
    ...forecast,
    id: `forecast-${layout}`,
    title: `Simulated finish of ${name}`,
    deterministicFinish: forecast.plannedFinish,
    leavesOutOthers: forecast.waitsForOthers,
    layout,
  })
  const taken = `Simulated on ${shown(forecast.takenAt.slice(0, 10))}. Columns count runs, the line adds them up.`
  return `${head}<figure><div class="wide whole">${forecastSvg(input('wide'))}</div><div class="narrow">${forecastSvg(input('narrow'))}</div>
<figcaption>${escapeText(`${forecastInWords(input('wide'))} ${taken}`)}</figcaption></figure></section>`
}

function criticalInWords(tasks: readonly SharedTask[]): string {
  return tasks.some((task) => task.is_critical)
    ? 'Red striped bars are on the critical path: a day lost on one of them is a day lost at the end.'
    : 'No task shown here is on the critical path.'
}

function pictureOf(input: SchedulePageInput, layout: 'wide' | 'narrow'): GanttInput {
  return {
    id: `schedule-${layout}`,
    title: `Schedule of ${input.project.name}`,
    layout,
    rows: rowsOf(input.tasks),
    links: input.links.map((link) => ({
      predecessor: link.predecessor_id,
      successor: link.successor_id,
      depType: link.dep_type,
      isDriving: link.is_driving,
    })),
    dataDate: input.project.status_date ?? (isWithinPlan(input) ? input.today : null),
    calendar: input.calendar,
  }
}

/** Unset, the data date is today; but a plan of another year would shrink to a stroke if the axis had to reach it. */
function isWithinPlan({ tasks, today }: SchedulePageInput): boolean {
  const dates = tasks
    .flatMap((task) => [task.scheduled_start ?? task.early_start, task.early_finish])
    .filter((date) => date !== null)
  return dates.some((date) => date <= today) && dates.some((date) => date >= today)
}

function rowsOf(tasks: readonly SharedTask[]): GanttRow[] {
  return tasks.map((task) => ({
    id: task.id,
    wbs: task.wbs_path ?? '',
    name: task.name,
    depth: (task.wbs_path ?? '').split('.').length - 1,
    start: task.scheduled_start ?? task.early_start,
    finish: task.early_finish,
    percentComplete: task.percent_complete,
    isMilestone: task.is_milestone,
    isSummary: task.is_parent,
    isCritical: task.is_critical,
    baseline: baselineOf(task),
  }))
}

function baselineOf({ baseline_start: start, baseline_finish: finish }: SharedTask): GanttRow['baseline'] {
  return start === null || finish === null ? null : { start, finish }
}

function drawFacts({ totals }: SchedulePageInput): string {
  const count = (value: number) => value.toLocaleString('en-US')
  const facts: [string, string][] = [
    [shown(totals.start), 'start'],
    [shown(totals.finish), 'finish'],
    [`${count(totals.done_count)} of ${count(totals.task_count)}`, 'tasks done'],
    [count(totals.critical_count), 'critical, open'],
  ]
  return `<ul class="facts">${facts.map(([value, name]) => `<li><b>${escapeText(value)}</b><span>${name}</span></li>`).join('')}</ul>`
}

function drawTable({ tasks, link }: SchedulePageInput): string {
  const who = (text: string) => (link.show_assignees ? text : '')
  const lines = tasks.map((task) => {
    const cells = [
      `<td>${escapeText(task.wbs_path ?? '')}</td><td>${escapeText(task.name)}</td>`,
      who(`<td>${escapeText(task.assignee ?? '')}</td>`),
      `<td class="date">${shown(task.scheduled_start ?? task.early_start)}</td><td class="date">${shown(task.early_finish)}</td>`,
      `<td class="number">${Math.round(task.percent_complete)}</td><td>${task.is_critical ? 'yes' : ''}</td>`,
    ]
    return `<tr${task.is_parent ? ' class="summary"' : ''}>${cells.join('')}</tr>`
  })
  return `<div class="scroll" role="region" tabindex="0" aria-label="The schedule as a table"><table><thead><tr><th>WBS</th><th>Task</th>${who('<th>Assignee</th>')}<th>Start</th><th>Finish</th><th class="number">% done</th><th>Critical</th></tr></thead><tbody>${lines.join('')}</tbody></table></div>`
}

function shown(date: string | null): string {
  return date === null ? '–' : dayText(dayNumber(date))
}
