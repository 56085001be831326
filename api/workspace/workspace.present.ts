import type { Workspace } from '../levels/workspace.entity.ts'
import { WORKSPACE_COLUMNS, type WorkspaceField } from './workspace-columns.ts'

const monthDay = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', timeZone: 'UTC' })

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
    fiscal_year_start_display: monthDay.format(Date.UTC(2001, month - 1, day)),
    // A new picture has a new address, because browsers keep the old one for a day.
    logo_url: !logoAt ? null : `/api/v1/workspace/logo/?v=${logoAt.getTime()}`,
  }
}
