import { formatCivilDay, parseCivilDay } from '../../../compute/plan/civil-day.ts'
import type { ProgramScope } from '../../access/program-scope.ts'
import { loadWorkspace } from '../../levels/load-workspace.ts'
import type { Ctx } from '../../platform/context.ts'
import { type Kpi, readProgram, UNAVAILABLE_KPIS } from '../policies.ts'
import { type Band, isPolicyAvailable, type Policy, reduceBands, reduceDelays, type Weighed } from './reduce.ts'
import { findCountedProjects, loadProjectFigures, type ProjectFiguresRow } from './rollup.queries.ts'

const ON_TRACK_FROM = 0.95
const AT_RISK_FROM = 0.85
/** Days ahead in which an unreached milestone is close. */
const NEAR_DAYS = 7

type Figure =
  | { readonly available: true; readonly value: string | number | null; readonly unit?: string }
  | { readonly available: false; readonly reason: string }

/** The figures that a program has chosen, computed from its projects as they stand, and its health. */
export async function readRollup(ctx: Ctx<ProgramScope>): Promise<object> {
  const program = await readProgram(ctx)
  const policy = program.rollup_aggregation_policy as Policy
  const today = ctx.services.clock.today((await loadWorkspace(ctx)).timezone)
  const soon = formatCivilDay((parseCivilDay(today) as number) + NEAR_DAYS)
  const ids = await findCountedProjects(ctx, program.id)
  const projects = await loadProjectFigures(ctx, ids, { today, soon })
  const chosen = program.rollup_enabled_kpis as Kpi[]
  return {
    aggregation_policy: policy,
    policy_available: isPolicyAvailable(policy),
    project_count: projects.length,
    program_health: reduceBands(policy, weigh(projects, scheduleHealth)),
    kpis: Object.fromEntries(chosen.map((kpi) => [kpi, figureOf(kpi, policy, projects)])),
  }
}

/** Counts and scores add up whatever the policy; bands and delays follow it. */
function figureOf(kpi: Kpi, policy: Policy, projects: readonly ProjectFiguresRow[]): Figure {
  const of = (value: string | number | null, unit?: string): Figure => ({
    available: true,
    value,
    ...(unit && { unit }),
  })
  const total = (count: (project: ProjectFiguresRow) => number) =>
    of(projects.reduce((sum, project) => sum + count(project), 0))
  switch (kpi) {
    case 'schedule_health':
      return of(reduceBands(policy, weigh(projects, scheduleHealth)))
    case 'milestone_health':
      return of(reduceBands(policy, weigh(projects, milestoneHealth)))
    case 'critical_tasks':
      return total((project) => project.critical_tasks)
    case 'at_risk_tasks':
      return total((project) => project.at_risk_tasks)
    case 'risk_score':
      return total((project) => project.risk_score)
    case 'baseline_variance':
      return of(
        reduceDelays(
          policy,
          weigh(projects, (project) => project.baseline_variance),
        ),
        'calendar_days',
      )
    case 'schedule_variance':
      return of(
        reduceDelays(
          policy,
          weigh(projects, (project) => project.schedule_variance),
        ),
        'calendar_days',
      )
    case 'p80_completion':
      return lastForecast(projects)
    default:
      return { available: false, reason: UNAVAILABLE_KPIS[kpi] }
  }
}

function weigh<Value>(projects: readonly ProjectFiguresRow[], of: (project: ProjectFiguresRow) => Value) {
  return projects.map((project): Weighed<Value> => ({ value: of(project), weight: project.weight }))
}

/** How much of what was to be done is done. */
export function scheduleHealth({ done, due }: ProjectFiguresRow): Band {
  if (due === 0) return 'unknown'
  if (done / due >= ON_TRACK_FROM) return 'on_track'
  return done / due >= AT_RISK_FROM ? 'at_risk' : 'critical'
}

function milestoneHealth({ milestones, late_milestones, near_milestones }: ProjectFiguresRow): Band {
  if (milestones === 0) return 'unknown'
  if (late_milestones > 0) return 'critical'
  return near_milestones > 0 ? 'at_risk' : 'on_track'
}

/** The latest of the last simulations; a project with dates that nobody simulated could end later, so there is none then. */
function lastForecast(projects: readonly ProjectFiguresRow[]): Figure {
  const dated = projects.filter((project) => project.has_dates)
  const dates = dated.flatMap((project) => project.p80 ?? [])
  if (dated.length === 0 || dates.length < dated.length) return { available: false, reason: 'not_simulated' }
  return { available: true, value: dates.sort().at(-1) as string, unit: 'date' }
}
