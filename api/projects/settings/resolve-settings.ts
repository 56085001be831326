import type { Program } from '../../programs/program.entity.ts'
import { ATTACHMENT_TYPES, type Workspace } from '../../workspace/workspace.entity.ts'
import type { Project } from '../project.entity.ts'

/** Settings that a project inherits from its program and a program from the workspace, with their wire names. */
const WIRE_NAMES = {
  methodology: 'methodology',
  duration_change_percent_policy: 'task_duration_change_percent_policy',
  estimation_scale: 'estimation_scale',
  sprint_picker_ready_only_default: 'sprint_picker_ready_only_default',
  iteration_label: 'iteration_label',
  public_sharing: 'public_sharing',
  allow_guests: 'allow_guests',
  mc_history_enabled: 'mc_history_enabled',
  mc_history_retention_cap: 'mc_history_retention_cap',
  mc_history_attribution_audience: 'mc_history_attribution_audience',
  attachments_enabled: 'attachments_enabled',
  allowed_attachment_types: 'allowed_attachment_types',
} as const

export type SettingName = keyof typeof WIRE_NAMES
/** One level: null has no opinion. */
export type SettingLevel = Pick<Project, SettingName> | Pick<Program, SettingName>
type Values = { [Name in SettingName]: NonNullable<Workspace[Name]> }

export interface ResolvedSettings {
  effective: Values
  inherited: Values
}

/** Own value, else the program's, else the workspace's; `inherited` leaves the own value out. */
export function resolveSettings(
  own: SettingLevel,
  program: SettingLevel | null,
  workspace: Workspace,
): ResolvedSettings {
  const effective: Record<string, unknown> = {}
  const inherited: Record<string, unknown> = {}
  for (const name of Object.keys(WIRE_NAMES) as SettingName[]) {
    inherited[name] = program?.[name] ?? workspace[name] ?? ATTACHMENT_TYPES
    effective[name] = own[name] ?? inherited[name]
  }
  return { effective: effective as Values, inherited: inherited as Values }
}

/** The own, effective and inherited fields as they are served. A methodology is served resolved, never null. */
export function presentSettings(own: SettingLevel, resolved: ResolvedSettings): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [name, wire] of Object.entries(WIRE_NAMES) as [SettingName, string][]) {
    out[wire] = own[name]
    out[`effective_${wire}`] = resolved.effective[name]
    out[`inherited_${wire}`] = resolved.inherited[name]
  }
  out.methodology = resolved.effective.methodology
  return out
}

/** Whether agents may read: the project's own word, else its program's, else the workspace's. */
export function resolveMcp(
  own: { mcp_enabled: boolean | null | undefined },
  program: { mcp_enabled: boolean | null | undefined } | null,
  workspace: Workspace,
): { effective: boolean; inherited: boolean } {
  const inherited = program?.mcp_enabled ?? workspace.mcp_enabled
  return { effective: own.mcp_enabled ?? inherited, inherited }
}
