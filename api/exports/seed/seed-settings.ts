import { isDeepStrictEqual } from 'node:util'
import { INHERITABLE_COLUMNS } from '../../levels/inheritable-settings.ts'
import type { Program } from '../../levels/program.entity.ts'
import { firstKpis } from '../../programs/create-program.ts'
import type { Project } from '../../projects/project.entity.ts'
import { PROJECT_SETTING_COLUMNS } from '../../projects/project-columns.ts'

type Slugs = ReadonlyMap<string, string>

// A seed says the method beside the settings, not among them.
const { methodology: _program, ...INHERITABLE } = INHERITABLE_COLUMNS
const { methodology: _project, ...OWN_COLUMNS } = PROJECT_SETTING_COLUMNS

const PROGRAM_COLUMNS = {
  ...INHERITABLE,
  health: 'health',
  visibility: 'visibility',
  risk_slip_propagation: 'risk_slip_propagation',
  risk_escalation_days: 'risk_escalation_days',
  rollup_enabled_kpis: 'rollup_enabled_kpis',
  rollup_aggregation_policy: 'rollup_aggregation_policy',
} as const

const PROJECT_COLUMNS = { ...OWN_COLUMNS, lifecycle: 'lifecycle' } as const

/** What a new program or project has without being told. */
const DEFAULTS: Readonly<Record<string, unknown>> = {
  health: 'AUTO',
  visibility: 'WORKSPACE',
  risk_slip_propagation: 'warn',
  risk_escalation_days: 3,
  rollup_aggregation_policy: 'worst',
  board_cadence: 'sprint',
  stale_task_threshold_days: 7,
  end_date_shift_threshold_days: 5,
  prioritization_model: 'none',
  default_member_role: 100,
  lifecycle: 'active',
}

export function seedProgram(program: Program, calendarSlugOf: Slugs, accountSlugOf: Slugs): object {
  const { rollup_enabled_kpis: kpis, ...settings } = chosen(program, PROGRAM_COLUMNS)
  return {
    slug: program.code,
    name: program.name,
    methodology: program.methodology ?? 'HYBRID',
    description: program.description,
    color: program.color,
    lead: program.lead_id && accountSlugOf.get(program.lead_id),
    calendar: program.calendar_id && calendarSlugOf.get(program.calendar_id),
    target_date: program.target_date,
    settings: {
      ...settings,
      rollup_enabled_kpis: isDeepStrictEqual(kpis, firstKpis(program.methodology ?? 'HYBRID')) ? null : kpis,
    },
  }
}

export function seedProject(
  project: Project,
  program: Program,
  calendarSlugOf: Slugs,
  accountSlugOf: Slugs,
): Record<string, unknown> {
  return {
    name: project.name,
    code: project.code,
    methodology: project.methodology ?? program.methodology ?? 'HYBRID',
    start_date: project.start_date,
    status_date: project.status_date,
    description: project.description,
    calendar: project.calendar_id && calendarSlugOf.get(project.calendar_id),
    lead: project.lead_id && accountSlugOf.get(project.lead_id),
    default_view: project.default_view === 'SCHEDULE' ? null : project.default_view,
    estimation_mode: project.estimation_mode === 'open' ? null : project.estimation_mode,
    settings: {
      ...chosen(project, PROJECT_COLUMNS),
      inherits_methodology: project.methodology == null ? true : null,
    },
  }
}

function chosen(row: object, columns: Readonly<Record<string, string>>): Record<string, unknown> {
  const fields = Object.entries(columns).map(([field, column]) => [field, row[column as keyof typeof row]] as const)
  return Object.fromEntries(fields.filter(([field, value]) => value !== DEFAULTS[field]))
}
