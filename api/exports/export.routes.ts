import { z } from 'zod'
import { scheduledPart } from '../../compute/model/scheduled-part.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import type { ImportedPlan } from '../../importers/plan/imported-plan.ts'
import { WritersBusy } from '../../importers/write/pool.ts'
import { PMXML_OMISSIONS } from '../../importers/write/primavera/write-pmxml.ts'
import { XER_OMISSIONS } from '../../importers/write/primavera/write-xer.ts'
import { CSV_OMISSIONS } from '../../importers/write/write-csv.ts'
import { type FeedFacts, ICS_OMISSIONS } from '../../importers/write/write-ics.ts'
import { MSPDI_OMISSIONS } from '../../importers/write/write-mspdi.ts'
import type { WrittenForm } from '../../importers/write/write-plan.ts'
import { PLAN_JSON_OMISSIONS } from '../../importers/write/write-plan-json.ts'
import { XLSX_OMISSIONS } from '../../importers/write/write-xlsx.ts'
import { type ProjectScope, projectScope } from '../access/project-scope.ts'
import { mayReadVelocity } from '../access/team-signals.ts'
import type { Ctx } from '../platform/context.ts'
import { unavailable } from '../platform/errors.ts'
import { Reply, type Route, route } from '../platform/http/route.ts'
import { bundleRoutes } from './bundles/bundle.routes.ts'
import { canExport } from './export.policy.ts'
import { omissionsHeader, projectOmissions } from './export-omissions.ts'
import { loadPlan, loadPlanDates, withoutPoints } from './load-plan.ts'
import { pastRoutes } from './past/past.routes.ts'
import { loadDatesStamp } from './plan.queries.ts'
import { seedExportRoutes } from './seed/seed-export.routes.ts'

interface Way {
  readonly file: string
  readonly type: string
  readonly summary: string
  readonly omissions: readonly string[]
  readonly form: WrittenForm
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
    form: 'mspdi',
  },
  {
    file: 'plan.xer',
    type: 'application/octet-stream',
    summary: 'The plan with its computed dates as a Primavera export (XER)',
    omissions: XER_OMISSIONS,
    form: 'xer',
  },
  {
    file: 'plan.pmxml',
    type: 'application/xml; charset=utf-8',
    summary: 'The plan with its computed dates as Primavera’s XML (PMXML)',
    omissions: PMXML_OMISSIONS,
    form: 'pmxml',
  },
  {
    file: 'plan.json',
    type: 'application/json; charset=utf-8',
    summary: 'The plan as plan JSON (svc-plan/1)',
    omissions: PLAN_JSON_OMISSIONS,
    form: 'json',
  },
  {
    file: 'plan.csv',
    type: 'text/csv; charset=utf-8',
    summary: 'The plan with links and computed dates as CSV, in the columns that the import reads',
    omissions: CSV_OMISSIONS,
    form: 'csv',
  },
  {
    file: 'plan.xlsx',
    type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    summary: 'The plan with links and computed dates as a workbook, in the columns that the import reads',
    omissions: XLSX_OMISSIONS,
    form: 'xlsx',
  },
  {
    file: 'plan.ics',
    type: 'text/calendar; charset=utf-8',
    summary: 'Milestones and tasks as all-day events, for calendar programs',
    omissions: ICS_OMISSIONS,
    form: 'ics',
  },
]

/** The bare address gives the plan in the form of our own. */
const BARE: Way = {
  file: '',
  type: 'application/json; charset=utf-8',
  summary: 'The plan as plan JSON (svc-plan/1), under the address at which a whole export is asked for',
  omissions: PLAN_JSON_OMISSIONS,
  form: 'json',
}

const planRoutes: Route[] = [...WAYS, BARE].map((way) =>
  route({
    method: 'GET',
    path: `/projects/{id}/export/${way.file}`,
    tag: 'exports',
    summary: way.summary,
    scope: projectScope('id'),
    allow: canExport,
    ...(way.form === 'json' ? { reply: planJson } : { produces: [way.type] }),
    run: async (ctx: Ctx<ProjectScope>) => {
      const { projectId, code } = ctx.scope
      const readsPoints = await mayReadVelocity(ctx)
      const stored = await loadPlan(ctx, projectId)
      const whole = readsPoints ? stored : withoutPoints(stored)
      const plan = way.form === 'json' ? whole : withoutBacklog(whole)
      const dates = await loadPlanDates(ctx, projectId)
      const task = { form: way.form, plan, dates, feed: await feedFacts(ctx) }
      const written = await ctx.services.exports.write(task, ctx.signal).catch(refuseWhenBusy)
      const omissions = [
        ...(await projectOmissions(ctx, projectId, { carriesBacklog: way.form === 'json', readsPoints })),
        ...way.omissions,
      ]
      return new Reply(200, Buffer.from(written), {
        'Content-Type': way.type,
        'Content-Disposition': `attachment; filename="${code}.${way.file || 'plan.json'}"`,
        'X-Export-Omissions': omissionsHeader(omissions),
      })
    },
  }),
)

export const exportRoutes: Route[] = [...planRoutes, ...seedExportRoutes, ...pastRoutes, ...bundleRoutes]

/** No other form can say that a task waits to be scheduled. */
function withoutBacklog(plan: ImportedPlan): ImportedPlan {
  return scheduledPart(plan as Plan) as ImportedPlan
}

function refuseWhenBusy(error: unknown): never {
  throw error instanceof WritersBusy ? unavailable('Too many plans are being written; try again soon.') : error
}

/** Calendar programs replace an event by its id; the stamp says how old the dates are. */
async function feedFacts(ctx: Ctx<ProjectScope>): Promise<FeedFacts> {
  const { projectId } = ctx.scope
  return { feedId: projectId, stamp: await loadDatesStamp(ctx, projectId) }
}
