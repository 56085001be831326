import type { Workspace } from '../levels/workspace.entity.ts'
import { WORKSPACE_COLUMNS, type WorkspaceField } from './workspace-columns.ts'

const MONTH_AND_DAY = { month: 'long', day: 'numeric', timeZone: 'UTC' } as const

export function presentWorkspace(workspace: Workspace): object {
  const { fiscal_year_start_month: month, fiscal_year_start_day: day, logo_changed_at: logoAt } = workspace
  const fields = Object.fromEntries(
    (Object.keys(WORKSPACE_COLUMNS) as WorkspaceField[]).map((field) => [
      field,
      workspace[WORKSPACE_COLUMNS[field]] ?? null,
    ]),
  )
  return {
    ...fields,
    subdomain: workspace.subdomain,
    fiscal_year_start_display: new Date(Date.UTC(2001, month - 1, day)).toLocaleDateString('en', MONTH_AND_DAY),
    // A new picture has a new address, because browsers keep the old one for a day.
    logo_url: !logoAt ? null : `/api/v1/workspace/logo/?v=${logoAt.getTime()}`,
  }
}
