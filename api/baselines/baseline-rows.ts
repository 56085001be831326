import type { ProjectScope } from '../access/project-scope.ts'
import { composeProjectCalendar } from '../calendars/project-calendar.ts'
import type { RowOf } from '../database.ts'
import { actorId, type Ctx } from '../platform/context.ts'
import { instantText } from '../platform/db/sql.ts'
import { fieldError, refuseUnless } from '../platform/errors.ts'
import { emit } from '../platform/events/define-event.ts'
import { foldName } from '../platform/fold-name.ts'
import { lockProject } from '../projects/project-lock.ts'
import { projectRows } from '../projects/project-rows.queries.ts'
import { findSpannedPhases } from '../tasks/rollup/phase.queries.ts'
import { loadPhaseDurations } from '../tasks/rollup/phase-values.ts'
import { baselineActivated, baselineCaptured, baselineCreated, baselineDeleted } from './baseline.events.ts'
import { captureTasks, findBaselineNames, setActiveBaseline, updateCapturedDurations } from './baseline.queries.ts'
import type { BaselineInput } from './baseline.schema.ts'

const COLUMNS = [
  'id',
  'project_id',
  'name',
  'created_by_id',
  'created_at',
  'is_active',
  'has_cpm_dates',
  'task_count',
] as const
export type BaselineRow = Pick<RowOf<'baselines'>, (typeof COLUMNS)[number]>

/** `source` tells webhooks what captured it; a caller of the API where it is left out. */
type CaptureInput = BaselineInput & { readonly source?: 'commit' }

export const baselineRows = projectRows<'baselines', BaselineRow, CaptureInput>({
  table: 'baselines',
  columns: COLUMNS,
  searched: ['name'],
  orderings: {},
  order: ['-created_at'],
  prepare: prepareBaseline,
  afterSave: (ctx, made, _stored, input) => captureInto(ctx, made, input.source ?? 'api'),
  beforeRemove: async (ctx, row, syncSeq) => {
    if (row.is_active) await setActiveBaseline(ctx, null, syncSeq)
  },
  events: { created: baselineCreated, updated: baselineActivated, deleted: baselineDeleted },
})

async function prepareBaseline(ctx: Ctx<ProjectScope>, input: Partial<BaselineInput>) {
  const taken = await findBaselineNames(ctx)
  const name = input.name || nextName(taken)
  refuseUnless(!taken.has(foldName(name)), () => fieldError('name', 'A baseline of this name exists already.'))
  return { name, folded_name: foldName(name), created_by_id: actorId(ctx) }
}

/** One more than there are, or the next number that is free. */
function nextName(taken: ReadonlySet<string>): string {
  let number = taken.size + 1
  while (taken.has(foldName(`Baseline ${number}`))) number++
  return `Baseline ${number}`
}

async function captureInto(ctx: Ctx<ProjectScope>, made: BaselineRow, source: string): Promise<void> {
  await captureTasks(ctx, made.id, await composeProjectCalendar(ctx, ctx.scope.projectId))
  // A phase is captured with the days that it shows, which no column holds.
  const phases = await findSpannedPhases(ctx, ctx.scope)
  await updateCapturedDurations(ctx, made.id, await loadPhaseDurations(ctx, phases))
  const { created_at, is_active, ...payload } = presentBaseline(await baselineRows.load(ctx, made.id))
  emit(ctx, baselineCaptured, { projectId: ctx.scope.projectId, payload: { ...payload, source } })
}

/** Makes the baseline the one that tasks are measured against; one that is active already stays as it is. */
export async function activateBaseline(ctx: Ctx<ProjectScope>, id: string): Promise<BaselineRow> {
  const { projectId } = ctx.scope
  const syncSeq = await lockProject(ctx, projectId)
  const stored = await baselineRows.load(ctx, id)
  if (stored.is_active) return stored
  await setActiveBaseline(ctx, id, syncSeq)
  emit(ctx, baselineActivated, { projectId, payload: { id } })
  return baselineRows.load(ctx, id)
}

export function presentBaseline({ project_id, created_by_id, created_at, ...row }: BaselineRow) {
  return { ...row, project: project_id, created_by: created_by_id, created_at: instantText(created_at) }
}
