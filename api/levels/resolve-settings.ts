import { INHERITABLE_COLUMNS } from './inheritable-settings.ts'
import type { Program } from './program.entity.ts'
import { ATTACHMENT_TYPES, type Workspace } from './workspace.entity.ts'

/** Settings that a project inherits from its program and a program from the workspace; agents' reading has rules of its own. */
const { mcp_enabled: _ownRules, ...COLUMNS } = INHERITABLE_COLUMNS

export type SettingName = (typeof COLUMNS)[keyof typeof COLUMNS]
/** One level, a program or a project: null has no opinion. */
export type SettingLevel = Pick<Program, SettingName>
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
  for (const name of Object.values(COLUMNS)) {
    inherited[name] = program?.[name] ?? workspace[name] ?? ATTACHMENT_TYPES
    effective[name] = own[name] ?? inherited[name]
  }
  return { effective: effective as Values, inherited: inherited as Values }
}

/** The own, effective and inherited fields as they are served. A methodology is served resolved, never null. */
export function presentSettings(own: SettingLevel, resolved: ResolvedSettings): Record<string, unknown> {
  const out: Record<string, unknown> = {}
  for (const [field, column] of Object.entries(COLUMNS)) {
    out[field] = own[column]
    out[`effective_${field}`] = resolved.effective[column]
    out[`inherited_${field}`] = resolved.inherited[column]
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
