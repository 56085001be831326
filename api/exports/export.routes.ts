import { z } from 'zod'
import type { ImportedPlan } from '../../importers/plan/imported-plan.ts'
import type { ScheduleDates } from '../../importers/write/schedule-dates.ts'
import { CSV_OMISSIONS, writeCsv } from '../../importers/write/write-csv.ts'
import { ICS_OMISSIONS, writeIcs } from '../../importers/write/write-ics.ts'
import { MSPDI_OMISSIONS, writeMspdi } from '../../importers/write/write-mspdi.ts'
import { PLAN_JSON_OMISSIONS, writePlanJson } from '../../importers/write/write-plan-json.ts'
import { writeXlsx, XLSX_OMISSIONS } from '../../importers/write/write-xlsx.ts'
import { type ProjectScope, projectScope } from '../access/project-scope.ts'
import type { Ctx } from '../platform/context.ts'
import { sqlOne } from '../platform/db/sql.ts'
import { Reply, type Route, route } from '../platform/http/route.ts'
import { canExport } from './export.policy.ts'
import { omissionsHeader, projectOmissions } from './export-omissions.ts'
import { loadPlan, loadPlanDates } from './load-plan.ts'
import { seedExportRoutes } from './seed/seed-export.routes.ts'

interface Way {
  readonly file: string
  readonly type: string
  readonly summary: string
  readonly omissions: readonly string[]
  readonly write: (plan: ImportedPlan, dates: ScheduleDates, ctx: Ctx<ProjectScope>) => Promise<string | Uint8Array>
}

const planJson = z
  .looseObject({ format: z.literal('svc-plan/1'), tasks: z.array(z.looseObject({})) })
  .meta({ id: 'PlanDocument' })

/** The ways a plan leaves the service. Each says in a header what it cannot carry. */
const WAYS: readonly Way[] = [
  {
    file: 'planfile.xml',
    type: 'application/xml; charset=utf-8',
    summary: 'The plan with its computed dates, as desktop planners read it (MSPDI)',
    omissions: MSPDI_OMISSIONS,
    write: async (plan, dates) => writeMspdi(plan, dates),
  },
  {
    file: 'plan.json',
    type: 'application/json; charset=utf-8',
    summary: 'The plan as plan JSON (svc-plan/1)',
    omissions: PLAN_JSON_OMISSIONS,
    write: async (plan) => writePlanJson(plan),
  },
  {
    file: 'plan.csv',
    type: 'text/csv; charset=utf-8',
    summary: 'The plan with links and computed dates as CSV, in the columns that the import reads',
    omissions: CSV_OMISSIONS,
    write: async (plan, dates) => writeCsv(plan, dates),
  },
  {
    file: 'plan.xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    summary: 'The plan with links and computed dates as a workbook, in the columns that the import reads',
    omissions: XLSX_OMISSIONS,
    write: (plan, dates) => writeXlsx(plan, dates),
  },
  {
    file: 'plan.ics',
    type: 'text/calendar; charset=utf-8',
    summary: 'Milestones and tasks as all-day events, for calendar programs',
    omissions: ICS_OMISSIONS,
    write: async (plan, dates, ctx) => writeIcs(plan, dates, await feedFacts(ctx)),
  },
]

const planRoutes: Route[] = WAYS.map((way) =>
  route({
    method: 'GET',
    path: `/projects/{id}/export/${way.file}`,
    tag: 'exports',
    summary: way.summary,
    scope: projectScope('id'),
    allow: canExport,
    ...(way.file === 'plan.json' ? { reply: planJson } : {}),
    run: async (ctx: Ctx<ProjectScope>) => {
      const { projectId, code } = ctx.scope
      const plan = await loadPlan(ctx, projectId)
      const written = await way.write(plan, await loadPlanDates(ctx, projectId), ctx)
      const omissions = [...(await projectOmissions(ctx, projectId)), ...way.omissions]
      return new Reply(200, Buffer.from(written), {
        'Content-Type': way.type,
        'Content-Disposition': `attachment; filename="${code}.${way.file}"`,
        'X-Export-Omissions': omissionsHeader(omissions),
      })
    },
  }),
)

export const exportRoutes: Route[] = [...planRoutes, ...seedExportRoutes]

/** Calendar programs replace an event by its id; the stamp says how old the dates are. */
async function feedFacts(ctx: Ctx<ProjectScope>): Promise<{ feedId: string; stamp: Date }> {
  const row = await sqlOne<{ stamp: string }>(
    ctx,
    'select coalesce(recalculated_at, created_at) as stamp from projects where id = $1',
    [ctx.scope.projectId],
  )
  return { feedId: ctx.scope.projectId, stamp: new Date(row?.stamp ?? 0) }
}
