import { WorkingDayCounter } from '../../compute/plan/working-days.ts'
import { drawSizes, FIGURE_STYLE, type FigureLook } from '../pictures/figure.ts'
import { type ForecastInput, forecastInWords, forecastSvg } from '../pictures/forecast-svg.ts'
import { ganttSvg } from '../pictures/gantt-svg.ts'
import { type RenderedPage, renderPage } from '../pictures/page.ts'
import { PAGE_STYLE } from '../pictures/page-style.ts'
import { PICTURE_STYLE } from '../pictures/picture-style.ts'
import { escapeText } from '../pictures/svg.ts'
import { dayNumber, dayText } from '../pictures/time-axis.ts'
import { factsOf, type HomeModel, type HomeProject, type HomeRow } from './home-model.ts'

const HOME_STYLE = `
figure{margin:1rem 0}
figcaption{color:var(--faint);font-size:.875rem;margin-top:.2rem;max-width:48rem}
.narrow .picture{margin:0 auto}
@media screen and (max-width:48rem){.figures .minor{display:none}.figures td:first-child{min-width:7rem}}
.figures{width:100%;max-width:64rem}
.figures td{white-space:nowrap}
.figures td:first-child{white-space:normal;min-width:9rem}
details{margin:.5rem 0}
tr.summary td{font-weight:600}
@media print{@page{size:A4 landscape;margin:12mm}section.project{break-before:page}h2{margin-top:0}
figure{break-inside:avoid}.wide .picture{max-height:148mm;margin:0 auto}details.rows,section.calls,footer{display:none}}
`

export interface HomeFacts {
  readonly version: string
  readonly publicUrl: string
}

/** The page at the root: the sample's schedules when one is loaded, and how to make the first calls. */
export function homePage(model: HomeModel | null, facts: HomeFacts): RenderedPage {
  const body = `<header>
<h1>Project scheduling service</h1>
<p>${model ? `Below is the bundled sample, scheduled and simulated by this service: <b>${escapeText(model.title)}</b>. ${escapeText(model.description)}` : 'The service is running. No sample program is loaded.'}</p>
<p><a href="/sign-in/"><b>Sign in</b></a> to see your own plans · <a href="/api/v1/docs/">API reference</a> · <a href="/api/v1/schema/">OpenAPI document</a> · <a href="#calls">First calls</a></p>
</header>
<main>
${model ? drawModel(model) : ''}
${drawCalls(facts, model !== null)}
</main>
<footer><p>Version ${escapeText(facts.version)}. This page shows the bundled sample only, never other data.</p></footer>`
  const style = PAGE_STYLE + PICTURE_STYLE + FIGURE_STYLE + HOME_STYLE
  return renderPage({ title: 'Project scheduling service', style, body })
}

function drawModel(model: HomeModel): string {
  return `${drawOverview(model)}
${model.projects.map(drawProject).join('\n')}
${drawCrossLinks(model)}`
}

function drawOverview(model: HomeModel): string {
  const rows = model.projects.map((project, index) => {
    const { start, finish, leafCount, doneCount, criticalCount } = factsOf(project)
    const { forecast } = project
    const star = forecast !== null && project.waitsForOthers ? '*' : ''
    // Runs that leave out what a project waits for would put its P95 before its finish.
    const told = star !== '' && !forecast?.isOfProgram ? null : forecast
    const percentiles = [told?.p50, told?.p80, told?.p95].map((date) => shown(date) + star)
    const dates = [shown(finish), ...percentiles].map((date) => `<td>${date}</td>`)
    const counts = `<td class="number minor">${doneCount} of ${leafCount}</td><td class="number minor">${criticalCount}</td>`
    return `<tr><td><a href="#project-${index + 1}">${escapeText(project.name)}</a></td><td class="minor">${shown(start)}</td>${dates[0]}${counts}${dates.slice(1).join('')}</tr>`
  })
  const waiting = model.projects.filter(({ forecast, waitsForOthers }) => forecast !== null && waitsForOthers)
  const isPending = model.projects.some((project) => !project.isComputed || project.forecast === null)
  return `<section><h2>At a glance</h2>
<div class="scroll" role="region" tabindex="0" aria-label="At a glance"><table class="figures"><thead><tr><th>Project</th><th class="minor">Start</th><th>Finish</th><th class="number minor">Tasks done</th><th class="number minor">Critical, open</th><th>P50</th><th>P80</th><th>P95</th></tr></thead>
<tbody>${rows.join('')}</tbody></table></div>
<p class="faint">Finish is the critical path from single durations. P50, P80 and P95 are the dates by which 50, 80 and 95 percent of the simulated runs end.${whoseForecasts(waiting)}${isPending ? ' Some of it is still being computed: load the page again in a moment.' : ''}</p>
</section>`
}

function whoseForecasts(waiting: readonly HomeProject[]): string {
  if (waiting.length === 0) return ''
  const reason = 'the project waits for tasks of other projects, which its own runs leave out'
  return waiting.every(({ forecast }) => forecast?.isOfProgram)
    ? ` * The program’s forecast: ${reason}.`
    : ` * No day is told: ${reason}, and the program cannot be simulated as a whole.`
}

function drawProject(project: HomeProject, index: number): string {
  const id = `project-${index + 1}`
  const caption = `Bars are coloured by kind, and striped as well when critical. Data date ${shown(project.dataDate)}.`
  const gantt = ({ size, ...look }: FigureLook) =>
    ganttSvg({ ...project, ...look, id: `${id}-${size}`, title: `Schedule of ${project.name}` })
  return `<section class="project" id="${id}"><h2>${escapeText(project.name)}</h2>
<p>${escapeText(project.description)} ${escapeText(projectInWords(project))}</p>
<figure>${drawSizes(gantt)}<figcaption>${escapeText(caption)}</figcaption></figure>
${drawForecast(project, id)}
<details class="rows"><summary>The same as a table</summary>${drawTable(project)}</details>
</section>`
}

function projectInWords(project: HomeProject): string {
  const { start, finish, leafCount, doneCount, criticalCount, leastFloat } = factsOf(project)
  if (!project.isComputed || start === null || finish === null) return 'Its schedule is being computed.'
  const onPath = `${criticalCount} still to do on the critical path of the program`
  const inReserve = `none on the critical path of the program: at least ${leastFloat} working days of float`
  const tasks = `${leafCount} tasks from ${shown(start)} to ${shown(finish)}`
  return `${tasks}: ${doneCount} done, ${criticalCount > 0 || leastFloat === null ? onPath : inReserve}.`
}

function drawForecast(project: HomeProject, id: string): string {
  const { forecast } = project
  if (forecast === null) return '<p class="faint">The simulation of this project has not run yet.</p>'
  const input = ({ size, ...look }: FigureLook): ForecastInput => ({
    ...forecast,
    ...look,
    id: `${id}-forecast-${size}`,
    title: `Simulated finish of ${project.name}`,
    deterministicFinish: forecast.plannedFinish,
    leavesOutOthers: project.waitsForOthers && !forecast.isOfProgram,
  })
  const caption = `Simulated finish: columns count runs, the line adds them up. ${forecastInWords(input({ size: 'wide', layout: 'wide' }))}`
  return `<figure>${drawSizes((look) => forecastSvg(input(look)))}<figcaption>${escapeText(caption)}</figcaption></figure>`
}

function drawTable({ name, rows, calendar }: HomeProject): string {
  const counter = new WorkingDayCounter(calendar)
  const lines = rows.map((row) => {
    const float = row.totalFloat === null || row.percentComplete >= 100 ? '' : String(row.totalFloat)
    const duration = row.isSummary ? spanDays(row, counter) : String(row.duration)
    return `<tr${row.isSummary ? ' class="summary"' : ''}><td>${escapeText(row.wbs)}</td><td>${escapeText(row.name)}</td><td class="number">${duration}</td><td>${shown(row.start)}</td><td>${shown(row.finish)}</td><td class="number">${Math.round(row.percentComplete)}</td><td class="number">${float}</td><td>${row.isCritical ? 'yes' : ''}</td></tr>`
  })
  return `<div class="scroll" role="region" tabindex="0" aria-label="Schedule of ${escapeText(name)}"><table><thead><tr><th>WBS</th><th>Task</th><th class="number">Days</th><th>Start</th><th>Finish</th><th class="number">% done</th><th class="number">Float</th><th>Critical</th></tr></thead><tbody>${lines.join('')}</tbody></table></div><p class="faint">Days are working days; those of a phase run from its start to its finish.</p>`
}

function spanDays({ start, finish }: HomeRow, counter: WorkingDayCounter): string {
  return start === null || finish === null ? '' : String(counter.count(dayNumber(start), dayNumber(finish)))
}

function drawCrossLinks(model: HomeModel): string {
  if (model.crossLinks.length === 0) return ''
  const rows = model.crossLinks.map(
    (link) =>
      `<tr><td>${escapeText(link.predecessor)}</td><td>${escapeText(link.type)}</td><td>${escapeText(link.successor)}</td></tr>`,
  )
  return `<section><h2>Between the projects</h2><div class="scroll" role="region" tabindex="0" aria-label="Between the projects"><table><thead><tr><th>Predecessor</th><th>Link</th><th>Successor</th></tr></thead><tbody>${rows.join('')}</tbody></table></div></section>`
}

function drawCalls(facts: HomeFacts, hasSample: boolean): string {
  const url = escapeText(facts.publicUrl)
  const sample = hasSample
    ? ''
    : `\n\n# A sample program, scheduled and simulated: then load this page again
curl -s -X POST ${url}/api/v1/programs/load-sample/ -H "Authorization: Bearer $TOKEN"`
  return `<section class="calls" id="calls"><h2>First calls</h2>
<p>The first start makes one account, the owner (<code>admin</code> unless <code>SVC_ADMIN_USERNAME</code> named another). Its
password is what <code>SVC_ADMIN_PASSWORD</code> said; when nothing was set, it stands in the file
<code>owner-password</code> in the data directory.</p>
<pre role="region" tabindex="0" aria-label="Commands of the first calls"># Sign in; the reply holds the access token
TOKEN=$(curl -s ${url}/api/v1/auth/token/ -H 'Content-Type: application/json' \\
  -d '{"username": "admin", "password": "…"}' | sed 's/.*"access":"\\([^"]*\\)".*/\\1/')

# The projects you are a member of
curl -s ${url}/api/v1/projects/ -H "Authorization: Bearer $TOKEN"${sample}</pre></section>`
}

function shown(date: string | null | undefined): string {
  return date == null ? '–' : dayText(dayNumber(date))
}
