import { loadProjectScope, type ProjectScope } from '../access/project-scope.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { BareListRefusal, notFound, refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { pageOf, presentPage } from '../platform/http/paging.ts'
import { type RawInput, route } from '../platform/http/route.ts'
import { runsScope, withFacets } from '../projects/teams/facets.ts'
import { slipConflictAcknowledged } from './slip-conflict.events.ts'
import { presentSlips } from './slip-conflict.present.ts'
import { findSlip, lockSlip, pageSlips, type SlipRow, saveSlip } from './slip-conflict.queries.ts'
import { listSlipsQuery, slipReply } from './slip-conflict.schema.ts'

const tag = 'slip conflicts'

/** The project in which a task slips. */
interface SlipScope extends ProjectScope {
  readonly slipId: string
}

async function slipScope(ctx: Ctx, raw: RawInput): Promise<SlipScope> {
  const slip = await loadSlip(ctx, raw.params.id ?? '')
  return { ...(await loadProjectScope(ctx, slip.project_id)), slipId: slip.id }
}

async function loadSlip(ctx: Ctx<unknown>, id: string): Promise<SlipRow> {
  const slip = await findSlip(ctx, id)
  refuseUnless(slip, notFound)
  return slip
}

const readSlip = async (ctx: Ctx<SlipScope>) => (await presentSlips(ctx, [await loadSlip(ctx, ctx.scope.slipId)]))[0]

/** Says that somebody knows; nothing moves, and saying it twice keeps who said it first. */
async function acknowledge(ctx: Ctx<SlipScope>) {
  const { slipId, projectId } = ctx.scope
  const slip = await lockSlip(ctx, slipId)
  refuseUnless(slip.resolution === 'unresolved', () => new BareListRefusal(['This conflict has resolved itself.']))
  if (slip.acknowledged_at === null) {
    await saveSlip(ctx, slipId, { acknowledged_by_id: actorId(ctx), acknowledged_at: ctx.services.clock.now() })
    emit(ctx, slipConflictAcknowledged, { projectId, payload: { id: slipId } })
  }
  return readSlip(ctx)
}

/** Who runs the sprint downstream acknowledges. */
const ofDownstream = withFacets(slipScope)

export const slipConflictRoutes = [
  route({
    method: 'GET',
    path: '/slip-conflicts/',
    tag,
    summary: 'Tasks that other projects push past the end of their sprint, newest first',
    query: listSlipsQuery,
    reply: pageOf(slipReply),
    run: async (ctx, { query }) => {
      const page = await pageSlips(ctx, query)
      const results = await presentSlips(ctx, page.results)
      return presentPage({ ...page, results }, ctx.services.config, '/slip-conflicts/', query)
    },
  }),
  route({
    method: 'GET',
    path: '/slip-conflicts/{id}/',
    tag,
    summary: 'One slip',
    scope: slipScope,
    reply: slipReply,
    run: readSlip,
  }),
  route({
    method: 'POST',
    path: '/slip-conflicts/{id}/acknowledge/',
    tag,
    summary: 'Say that the slip is known',
    scope: ofDownstream,
    allow: runsScope,
    reply: slipReply,
    otherReplies: { 400: { description: 'It has resolved itself: a bare list of messages.' } },
    run: acknowledge,
  }),
]
