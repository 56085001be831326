import type { TaskLine } from '../../../importers/ndjson/read-task-line.ts'
import { Diagnostics } from '../../../importers/plan/diagnostics.ts'
import type { ReceiptEntry } from '../../../importers/plan/imported-plan.ts'
import type { ProjectScope } from '../../access/project-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { emit } from '../../platform/events/define-event.ts'
import { projectUpdated } from '../../projects/project.events.ts'
import { lockProject } from '../../projects/project-lock.ts'
import { requestRecompute } from '../../recompute/request-recompute.ts'
import { moveStartBack } from '../../tasks/project-facts.queries.ts'
import { parkNewPhases } from '../../tasks/structure/park-phases.ts'
import { tasksRestructured } from '../../tasks/task.events.ts'
import { type InsertTaskRow, insertTasks, type SettledRow } from '../../tasks/writing/insert-tasks.ts'
import { importFacts } from '../import-kinds.ts'
import { findProjectStart } from '../writing/plan.queries.ts'
import { saveConstraints } from '../writing/save-constraints.ts'
import { LinkCollector } from './merge-links.ts'
import { PeopleCollector } from './merge-people.ts'
import { findWrittenTasks } from './ndjson.queries.ts'
import { type Place, placeLines } from './place-lines.ts'
import { readStoredLines } from './read-chunks.ts'
import { type Survey, surveyLines } from './survey-lines.ts'
import { settled, updateTasks } from './update-tasks.ts'

/** Problems kept for the summary; the last entry counts the rest. */
const MAX_ENTRIES = 1_000

export interface MergedTasks {
  readonly summary: Record<string, unknown>
  /** Written tasks with their version, for undo; null when the file also named tasks that were there. */
  readonly createdTasks: Record<string, number> | null
}

type Progress = (rowsDone: number) => Promise<void>

/**
 * Merges a stored upload into its project: a line updates the task with its external id, or makes it. Two readings, so
 * that only the outline of the file stands in memory: the first finds what is new and where it stands, the second writes
 * batch by batch. All in the open transaction, so that an import is there whole or not at all. Returns its summary, and
 * what was written where that is all it did.
 */
export async function mergeTasks(
  ctx: Ctx<ProjectScope>,
  requestId: string,
  onProgress: Progress,
): Promise<MergedTasks> {
  const { projectId } = ctx.scope
  await lockProject(ctx, projectId)
  const diagnostics = new Diagnostics(MAX_ENTRIES)
  const survey = await surveyLines(ctx, { requestId, projectId }, diagnostics)
  const places = await placeLines(ctx, projectId, survey, diagnostics)
  const links = new LinkCollector(survey, diagnostics)
  const people = new PeopleCollector(diagnostics)
  const written = await writeBatches(ctx, {
    projectId,
    requestId,
    survey,
    places,
    links,
    people,
    diagnostics,
    onProgress,
  })
  const parentIds = new Set([...places.values()].flatMap((place) => place.parentId ?? []))
  await parkNewPhases(ctx, projectId, [...parentIds])
  const { created, updated } = await links.write(ctx)
  const peopleCounts = await people.write(ctx)
  const start = await pullStartBack(ctx, projectId, written.earliestStart)
  if (written.created + written.updated > 0)
    emit(ctx, tasksRestructured, { projectId, payload: { project_id: projectId } })
  requestRecompute(ctx, projectId)
  const summary = {
    ...summaryOf(diagnostics.entries(), { errors: diagnostics.errorCount, warnings: diagnostics.warningCount }),
    rows_read: survey.rowsRead,
    tasks_created: written.created,
    tasks_updated: written.updated,
    tasks_unchanged: survey.lines.size - written.created - written.updated,
    dependencies_created: created,
    dependencies_updated: updated,
    ...peopleCounts,
    ...start,
  }
  const hasOnlyCreated = written.created > 0 && written.created === survey.lines.size
  return { summary, createdTasks: hasOnlyCreated ? await createdVersions(ctx, projectId, requestId) : null }
}

/** Read once everything is written: a task that gained children has a later version than it was written with. */
async function createdVersions(
  ctx: Ctx<unknown>,
  projectId: string,
  requestId: string,
): Promise<Record<string, number>> {
  const rows = await findWrittenTasks(ctx, projectId, requestId)
  return Object.fromEntries(rows.map((row) => [row.id, row.server_version]))
}

interface Batches {
  readonly projectId: string
  readonly requestId: string
  readonly survey: Survey
  readonly places: ReadonlyMap<string, Place>
  readonly links: LinkCollector
  readonly people: PeopleCollector
  readonly diagnostics: Diagnostics
  readonly onProgress: Progress
}

interface Written {
  created: number
  updated: number
  earliestStart: string | null
}

interface BatchEntry {
  readonly row: number
  readonly id: string
  readonly line: TaskLine
  readonly isNew: boolean
}

/** What lines say of their work and cannot be. */
function tellSettled(batch: readonly BatchEntry[], settled: readonly SettledRow[], diagnostics: Diagnostics): void {
  if (settled.length === 0) return
  const rowOf = new Map(batch.map(({ id, row }) => [id, row]))
  for (const { id, field, message } of settled)
    diagnostics.warn('contradictory_actuals', { row: rowOf.get(id) as number, field }, message)
}

async function writeBatches(ctx: Ctx<unknown>, batches: Batches): Promise<Written> {
  const { requestId, survey, links, people, onProgress } = batches
  const size = ctx.services.config.importBulkBatchSize
  const written: Written = { created: 0, updated: 0, earliestStart: null }
  const parentIds = new Set([...batches.places.values()].flatMap((place) => place.parentId ?? []))
  let batch: BatchEntry[] = []
  let rowsDone = 0
  const flush = async () => {
    const fresh = batch.filter(({ isNew }) => isNew)
    const seededAt = ctx.services.clock.now().toISOString()
    const facts = { places: batches.places, parentIds, requestId, seededAt }
    const inserted = await insertTasks(
      ctx,
      batches.projectId,
      fresh.map((entry) => taskRow(entry, facts)),
    )
    await saveConstraints(ctx, fresh.map(heldTask), (id) => id)
    const known = batch.filter(({ isNew }) => !isNew)
    const updated = await updateTasks(ctx, batches.projectId, known)
    tellSettled(batch, [...inserted, ...updated.settledRows], batches.diagnostics)
    written.updated += updated.count
    written.created += fresh.length
    rowsDone += batch.length
    batch = []
    await onProgress(rowsDone)
  }
  // What the second reading would say again was said by the first.
  for await (const { row, line } of readStoredLines(ctx, requestId, new Diagnostics(0))) {
    const surveyed = line === null ? undefined : survey.lines.get(line.external_id)
    if (line === null || surveyed?.row !== row) continue
    const isPhase = parentIds.has(surveyed.id) || survey.existing.get(line.external_id)?.is_phase === true
    if (isPhase) dropLeafConstraint(row, line, batches.diagnostics)
    const holds = parentIds.has(surveyed.id) || survey.existing.get(line.external_id)?.holds === true
    if (holds && !surveyed.isNew) dropMilestone(row, line, batches.diagnostics)
    batch.push({ row, id: surveyed.id, line, isNew: surveyed.isNew })
    people.take(row, surveyed.id, line, isPhase)
    links.take(row, surveyed.id, line.predecessors ?? [])
    const start = line.planned_start ?? null
    if (start !== null && (written.earliestStart === null || start < written.earliestStart))
      written.earliestStart = start
    if (batch.length >= size) await flush()
  }
  if (batch.length > 0) await flush()
  return written
}

function taskRow(
  { id, line }: { id: string; line: TaskLine },
  facts: { places: ReadonlyMap<string, Place>; parentIds: ReadonlySet<string>; requestId: string; seededAt: string },
): InsertTaskRow {
  const fields = settled(line)
  const place = facts.places.get(line.external_id)
  const isPhase = facts.parentIds.has(id)
  return {
    id,
    name: line.name as string,
    parent_id: place?.parentId ?? null,
    wbs_order: place?.wbsOrder ?? null,
    governance_class: place?.governance ?? undefined,
    parent_governance_inherited: true,
    notes: fields.notes,
    duration: fields.duration,
    is_milestone: isPhase ? false : (fields.is_milestone ?? false),
    planned_start: fields.planned_start,
    percent_complete: isPhase ? 0 : fields.percent_complete,
    status: isPhase ? undefined : fields.status,
    actual_start: isPhase ? null : fields.actual_start,
    actual_finish: isPhase ? null : fields.actual_finish,
    optimistic_duration: fields.optimistic_duration,
    most_likely_duration: fields.most_likely_duration,
    pessimistic_duration: fields.pessimistic_duration,
    story_points: fields.story_points,
    source_kind: importFacts('ndjson').sourceKind,
    source_id: facts.requestId,
    external_id: line.external_id,
    seeded_at: facts.seededAt,
  }
}

function heldTask({ id, line }: { id: string; line: TaskLine }) {
  const { constraint_type = null, constraint_date = null, deadline = null, milestone_at = null } = line
  return { id, constraint_type, constraint_date, deadline, milestone_at }
}

/** Kinds that the engine knows for tasks without children only. */
function dropLeafConstraint(row: number, line: TaskLine, diagnostics: Diagnostics): void {
  const { constraint_type: type } = line
  if (type == null || type === 'SNET' || type === 'FNLT') return
  diagnostics.warn(
    'bad_constraint',
    { row, field: 'constraint_type' },
    `a phase cannot be held to ${type}; it is dropped`,
  )
  delete line.constraint_type
  delete line.constraint_date
}

/** A milestone has nothing below it; no duration is one way to say that a task is a milestone. */
function dropMilestone(row: number, line: TaskLine, diagnostics: Diagnostics): void {
  if (line.is_milestone !== true && line.duration !== 0) return
  const message = 'tasks stand below it, so it does not become a milestone'
  diagnostics.warn('milestone_with_children', { row, field: 'is_milestone' }, message)
  delete line.is_milestone
  if (line.duration === 0) delete line.duration
}

/** A task cannot be planned before its project begins. */
async function pullStartBack(ctx: Ctx<unknown>, projectId: string, earliest: string | null) {
  const isMoved = earliest !== null && (await moveStartBack(ctx, projectId, earliest))
  if (isMoved) emit(ctx, projectUpdated, { projectId, payload: { id: projectId } })
  return { project_start_date: (await findProjectStart(ctx, projectId)) ?? null, project_start_shifted: isMoved }
}

function summaryOf(entries: ReceiptEntry[], counts: { errors: number; warnings: number }): Record<string, unknown> {
  const rowErrors = entries.flatMap(({ severity, code, where, message }) =>
    where.row === undefined ? [] : [{ row: where.row, column: where.field ?? null, code, severity, message }],
  )
  return {
    row_errors: rowErrors,
    row_error_count: counts.errors + counts.warnings,
    error_count: counts.errors,
    warning_count: counts.warnings,
    calendar_name: null,
    calendar_created: false,
    calendar_matched: false,
    warnings: [],
    receipt: entries,
  }
}
