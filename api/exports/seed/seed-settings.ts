import { isDeepStrictEqual } from 'node:util'
import { INHERITABLE_COLUMNS } from '../../access/inheritable-settings.ts'
import { firstKpis } from '../../programs/create-program.ts'
import type { Program } from '../../programs/program.entity.ts'
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
  risk_slip_propagation: 'riskSlipPropagation',
  risk_escalation_days: 'riskEscalationDays',
  rollup_enabled_kpis: 'rollupEnabledKpis',
  rollup_aggregation_policy: 'rollupAggregationPolicy',
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
    lead: program.leadId && accountSlugOf.get(program.leadId),
    calendar: program.calendarId && calendarSlugOf.get(program.calendarId),
    target_date: program.targetDate,
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
    start_date: project.startDate,
    status_date: project.statusDate,
    description: project.description,
    calendar: project.calendarId && calendarSlugOf.get(project.calendarId),
    lead: project.leadId && accountSlugOf.get(project.leadId),
    default_view: project.defaultView === 'SCHEDULE' ? null : project.defaultView,
    estimation_mode: project.estimationMode === 'open' ? null : project.estimationMode,
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
