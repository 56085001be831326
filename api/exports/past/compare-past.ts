import { columnsFromPlan } from '../../../compute/model/columns-from-plan.ts'
import type { Plan } from '../../../compute/plan/plan-document.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { fieldError, refuseUnless } from '../../platform/errors.ts'
import { isUuid } from '../../platform/ids.ts'
import { keptFor } from '../../retention/kept-for.ts'
import { calledByIds } from '../../schedule/predictions/called-by-ids.ts'
import { askPlan } from '../../schedule/questions/ask-plan.ts'
import { findBaseline, findChangesSince } from './past.queries.ts'
import { loadStandingRows, planOf } from './past-plan.ts'
import { turnBack } from './turn-back.ts'

/** Changes beyond these are made kind by kind. */
const MAX_STEPS = 100
const DAY_MS = 86_400_000

/** An instant of the project's past, by itself or as the one at which a baseline was captured. */
interface Moment {
  readonly at: Date
  readonly baseline: { readonly id: string; readonly name: string } | null
}

/**
 * What lies between the schedule of one moment and that of a later one: causes first, then what they moved. Both are
 * computed from the rows as they stood, which the kept history tells; a pass that lagged behind plays no part.
 */
export async function comparePast(ctx: Ctx<ProjectScope>, query: { from: string; to?: string | undefined }) {
  const now = ctx.services.clock.now()
  const from = await momentOf(ctx, 'from', query.from)
  const to = query.to === undefined ? { at: now, baseline: null } : await momentOf(ctx, 'to', query.to)
  refuseUnless(to.at <= now, () => fieldError('to', 'This moment is still to come.'))
  refuseUnless(from.at <= to.at, () => fieldError('from', 'The moment to compare from comes first.'))
  const stored = await loadStandingRows(ctx)
  const changes = { from: await findChangesSince(ctx, from.at), to: await findChangesSince(ctx, to.at) }
  refuseUnless(new Date(stored.project.created_at) <= from.at, () =>
    fieldError('from', 'The project did not exist at that moment.'),
  )
  const [before, after] = [
    await planOf(ctx, turnBack(stored, changes.from), from.at),
    await planOf(ctx, turnBack(stored, changes.to), to.at),
  ]
  const ids = new Map(stored.tasks.map((row) => [String(row.number), row.id]))
  const difference = await differenceOf(ctx, before, after)
  return {
    from: presentMoment(from),
    to: presentMoment(to),
    difference: difference === null ? null : calledByIds(difference, ids),
  }
}

/** Null where one of the two has no task to schedule. */
async function differenceOf(ctx: Ctx<ProjectScope>, before: Plan, after: Plan) {
  if (before.tasks.length === 0 || after.tasks.length === 0) return null
  const columns = columnsFromPlan(after)
  const names = Object.fromEntries(after.tasks.map((task) => [task.id, task.name ?? '']))
  const texts = { ids: after.tasks.map((task) => task.id), names: JSON.stringify(names) }
  const other = { kind: 'document' as const, bytes: Buffer.from(JSON.stringify(before)) }
  const input = { columns, floors: null }
  return JSON.parse(
    (await askPlan(ctx, { input }, texts, { kind: 'difference', other, maxSteps: MAX_STEPS })).toString(),
  )
}

async function momentOf(ctx: Ctx<ProjectScope>, field: string, text: string): Promise<Moment> {
  const moment = isUuid(text) ? await momentOfBaseline(ctx, field, text.toLowerCase()) : momentOfText(field, text)
  const days = await keptFor(ctx, 'HISTORY_RETENTION_DAYS')
  const kept = days === null ? 0 : ctx.services.clock.now().getTime() - days * DAY_MS
  refuseUnless(moment.at.getTime() >= kept, () => fieldError(field, 'What was changed since then is no longer known.'))
  return moment
}

async function momentOfBaseline(ctx: Ctx<ProjectScope>, field: string, id: string): Promise<Moment> {
  const found = await findBaseline(ctx, id)
  refuseUnless(found, () => fieldError(field, 'The project has no such baseline.'))
  return { at: new Date(found.created_at), baseline: { id: found.id, name: found.name } }
}

function momentOfText(field: string, text: string): Moment {
  const at = new Date(text)
  const isInstant = /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(at.getTime())
  refuseUnless(isInstant, () => fieldError(field, 'Send the id of a baseline, or an instant as 2026-03-02T08:00:00Z.'))
  return { at, baseline: null }
}

function presentMoment({ at, baseline }: Moment) {
  return { at: instantText(at), baseline }
}
