import type { RenderedPage } from '../../pictures/page.ts'
import { escapeText } from '../../pictures/svg.ts'
import type { AskApi } from './ask-api.ts'
import { drawFacts, drawTable, framed, shown } from './frame.ts'

interface ProjectRow {
  readonly id: string
  readonly name: string
  readonly code: string
  readonly program: string | null
  readonly start_date: string
  readonly is_archived: boolean
  readonly my_role_label: string | null
}
interface ProgramRow {
  readonly id: string
  readonly name: string
  readonly description: string
  readonly target_date: string | null
}

interface Totals {
  readonly project: string
  readonly finish: string | null
  readonly task_count: number
  readonly done_count: number
  readonly critical_count: number
}
type TotalsOf = ReadonlyMap<string, Totals>

/** A person's programs, the projects in each, and those that are in none. */
export async function projectsPage(ask: AskApi, person: string): Promise<RenderedPage> {
  const [projects, programs, totals] = await Promise.all([
    ask.list<ProjectRow>('/projects/'),
    ask.list<ProgramRow>('/programs/'),
    ask.read<readonly Totals[]>('/me/project-totals/'),
  ])
  const totalsOf = new Map(totals.map((each) => [each.project, each]))
  const known = new Set(programs.rows.map(({ id }) => id))
  const within = (id: string) => projects.rows.filter((project) => project.program === id)
  const loose = projects.rows.filter(({ program }) => program === null || !known.has(program))
  const cut =
    projects.total > projects.rows.length
      ? `<p class="notice">The first ${projects.rows.length} of ${projects.total} projects are shown.</p>`
      : ''
  const sections = programs.rows.map(
    (program) =>
      `<section><h2><a href="/programs/${program.id}/">${escapeText(program.name)}</a></h2>${within(program.id).length === 0 ? '<p class="faint">None of its projects is yours.</p>' : drawProjects(within(program.id), totalsOf, `Projects of ${program.name}`)}</section>`,
  )
  const others =
    loose.length === 0
      ? ''
      : `<section><h2>${programs.rows.length === 0 ? 'Projects' : 'Projects in no program'}</h2>${drawProjects(loose, totalsOf, 'Projects')}</section>`
  const none =
    projects.total + programs.total === 0
      ? '<p>You have no project yet. <a href="/import/">Import a plan</a> to begin.</p>'
      : ''
  return framed({
    title: 'Your projects',
    person,
    main: `<h1>Your projects</h1>${cut}${none}${sections.join('')}${others}`,
  })
}

function drawProjects(projects: readonly ProjectRow[], totalsOf: TotalsOf, label: string): string {
  const rows = projects.map((project) => [
    `<a href="/projects/${project.id}/">${escapeText(project.name)}</a>${project.is_archived ? ' <span class="faint">archived</span>' : ''}`,
    escapeText(project.code),
    shown(project.start_date),
    ...progressOf(totalsOf.get(project.id)),
    escapeText(project.my_role_label ?? ''),
    `<a href="/projects/${project.id}/forecast/" aria-label="Forecast of ${escapeText(project.name)}">Forecast</a>`,
  ])
  return drawTable(
    ['Project', 'Key', 'Starts', 'Finish', 'Tasks done', 'Critical, open', 'Your role', 'Next'],
    rows,
    label,
  )
}

function progressOf(totals: Totals | undefined): string[] {
  if (totals === undefined) return ['–', '–', '–']
  const { finish, task_count: all, done_count: done, critical_count: critical } = totals
  const count = (value: number) => value.toLocaleString('en-US')
  return [shown(finish), `${count(done)} of ${count(all)}`, count(critical)]
}

interface ProgramForecast {
  readonly runs: number
  readonly p50: string
  readonly p80: string
  readonly p95: string
  readonly cpm_finish: string
  readonly projects: readonly {
    readonly id: string
    readonly name: string
    readonly accessible: boolean
    readonly p50: string | null
    readonly p80: string | null
    readonly p95: string | null
    readonly cpm_finish: string | null
    readonly ends_last: number | null
  }[]
}

/** A program: its forecast over all of its projects, from the same runs. */
export async function programPage(ask: AskApi, id: string, person: string): Promise<RenderedPage> {
  const program = await ask.read<ProgramRow>(`/programs/${id}/`)
  const answer = await ask.send<ProgramForecast & { detail?: string }>(`/programs/${id}/monte-carlo/`, {})
  const forecast = answer.status === 200 ? answer.body : null
  const head = `<h1>${escapeText(program.name)}</h1><p>${escapeText(program.description)}</p>`
  if (forecast === null) {
    const why = escapeText(answer.body?.detail ?? 'The program cannot be simulated now.')
    return framed({ title: program.name, person, main: `${head}<p class="notice">${why}</p>` })
  }
  const { runs, p50, p80, p95, cpm_finish } = forecast
  const facts = drawFacts([
    [shown(cpm_finish), 'critical path'],
    [shown(p50), 'P50'],
    [shown(p80), 'P80'],
    [shown(p95), 'P95'],
    [shown(program.target_date), 'target'],
  ])
  const rows = forecast.projects.map((project) => [
    project.accessible
      ? `<a href="/projects/${project.id}/">${escapeText(project.name)}</a>`
      : escapeText(project.name),
    shown(project.cpm_finish),
    shown(project.p50),
    shown(project.p80),
    shown(project.p95),
    project.ends_last === null ? '–' : `${Math.round(project.ends_last * 100)} %`,
  ])
  const heads = ['Project', 'Critical path', 'P50', 'P80', 'P95', 'Ends last in']
  const caption = `<p class="faint">${runs.toLocaleString('en-US')} runs of all projects together: what one project draws is what the others wait for.</p>`
  const main = `${head}${facts}${drawTable(heads, rows, 'Forecast by project')}${caption}`
  return framed({ title: program.name, person, main })
}
