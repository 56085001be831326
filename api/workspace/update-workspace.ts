import { isDeepStrictEqual } from 'node:util'
import { lockWorkspace } from '../access/workspace-scope.ts'
import { recordAuditEvent } from '../audit/record-audit-event.ts'
import { emitCalendarChanged } from '../calendars/calendar.events.ts'
import { Workspace } from '../levels/workspace.entity.ts'
import type { Ctx } from '../platform/context.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import { checkCalendar } from '../projects/check-project-fields.ts'
import { requestRecompute } from '../recompute/request-recompute.ts'
import { findProjectsOnWorkspaceCalendar } from './workspace.queries.ts'
import type { WorkspacePatch } from './workspace.schema.ts'
import { WORKSPACE_COLUMNS, type WorkspaceField } from './workspace-columns.ts'

/** Days of each month; 29 February is no day on which a year can begin. */
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

/** Changes what was sent and differs. Nothing differs: nothing is saved or recorded. */
export async function updateWorkspace(ctx: Ctx<unknown>, input: WorkspacePatch): Promise<Workspace> {
  await lockWorkspace(ctx)
  const workspace = await ctx.em.findOneOrFail(Workspace, { id: 1 }, { refresh: true })
  const changed = (Object.keys(WORKSPACE_COLUMNS) as WorkspaceField[]).filter(
    (field) =>
      input[field] !== undefined && !isDeepStrictEqual(input[field], workspace[WORKSPACE_COLUMNS[field]] ?? null),
  )
  if (changed.length === 0) return workspace
  checkFiscalStart(
    input.fiscal_year_start_month ?? workspace.fiscal_year_start_month,
    input.fiscal_year_start_day ?? workspace.fiscal_year_start_day,
  )
  if (changed.includes('calendar')) await checkCalendar(ctx, input.calendar)
  for (const field of changed) Object.assign(workspace, { [WORKSPACE_COLUMNS[field]]: input[field] })
  await ctx.em.flush()
  if (changed.includes('calendar')) await announceCalendar(ctx)
  await recordAuditEvent(ctx, {
    eventType: 'workspace_settings_changed',
    target: { type: 'workspace', id: null, label: workspace.name },
    metadata: { fields: changed },
  })
  return workspace
}

function checkFiscalStart(month: number, day: number): void {
  refuseUnless(day <= (MONTH_DAYS[month - 1] as number), () =>
    fieldError('fiscal_year_start_day', 'This day does not exist in the month.'),
  )
}

/** Projects without a calendar of their own or of their program follow the workspace's. */
async function announceCalendar(ctx: Ctx<unknown>): Promise<void> {
  for (const { id } of await findProjectsOnWorkspaceCalendar(ctx)) {
    emitCalendarChanged(ctx, id)
    requestRecompute(ctx, id)
  }
}
