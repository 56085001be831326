import { parseCivilDay } from '../../../../compute/plan/civil-day.ts'
import { placeOfRef, type TaskPlace } from '../../../../importers/seed/seed-kinds.ts'
import type { SeedBaseline, SeedDocument, SeedProject, SeedRisk } from '../../../../importers/seed/seed-schema.ts'
import { type ProjectScope, systemProjectScope } from '../../../access/project-scope.ts'
import { insertBaselines } from '../../../baselines/insert-baselines.ts'
import { composeCalendars } from '../../../calendars/compose-calendars.ts'
import { type ScheduleCalendar, toSchedule } from '../../../calendars/project-calendar.ts'
import type { Ctx } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { lockProject } from '../../../projects/project-lock.ts'
import { insertRisks, reserveRiskNumbers, saveTasksOfRisk } from '../../../risks/risk.queries.ts'
import { insertRelation, isRelated } from '../../../task-relations/task-relation.queries.ts'
import type { SeedNames, SeedTarget } from '../seed-target.ts'

const MAX_TASKS_OF_RISK = 10

export interface WrittenRegisters {
  readonly baselines: number
  readonly risks: number
  readonly relations: number
  /** Risks of the program that name no task, and so no project. */
  readonly homelessRisks: number
}

/** What stands around the tasks of a document once all of them are there: baselines, risks, and how tasks are related. */
export async function writeRegisters(
  ctx: Ctx<unknown>,
  seed: SeedDocument,
  target: SeedTarget,
  names: SeedNames,
  projectIds: ReadonlyMap<string, string>,
): Promise<WrittenRegisters> {
  const counts = { baselines: 0, risks: 0, relations: 0 }
  const homeOf = (risk: SeedRisk) => placeOfRef(risk.tasks?.[0] ?? '', '')?.project ?? ''
  for (const project of seed.projects) {
    const scoped = await systemProjectScope(ctx, projectIds.get(project.slug) as string)
    counts.baselines += await writeBaselines(scoped, project, target, names)
    const risks = [...(project.risks ?? []), ...(seed.risks ?? []).filter((risk) => homeOf(risk) === project.slug)]
    counts.risks += await writeRisks(scoped, project.slug, risks, target, names)
    counts.relations += await writeRelations(scoped, project, target, names)
  }
  const homelessRisks = (seed.risks ?? []).filter((risk) => !projectIds.has(homeOf(risk))).length
  return { ...counts, homelessRisks }
}

/** In the order of the document, which their times keep. */
function writeBaselines(ctx: Ctx<ProjectScope>, source: SeedProject, target: SeedTarget, names: SeedNames) {
  const nowMs = ctx.services.clock.now().getTime()
  const idOf = (wbs: string) => names.taskIdOf.get(`${source.slug}:${wbs}`) as string
  return insertBaselines(
    ctx,
    (source.baselines ?? []).map((baseline, index) => ({
      name: baseline.name,
      isActive: baseline.is_active ?? false,
      capturedAt: new Date((capturedMs(baseline.captured_at) ?? nowMs) + index),
      calendar: baseline.calendar ? frozenCalendar(baseline.calendar) : null,
      createdById: target.ownerId,
      tasks: baseline.tasks.map((row) => ({
        taskId: idOf(row.task),
        start: row.start ?? null,
        finish: row.finish ?? null,
        duration: row.duration ?? null,
        totalFloat: row.total_float,
        actualStart: row.actual_start,
        actualFinish: row.actual_finish,
        storyPoints: row.story_points,
      })),
    })),
  )
}

/** Documents tell minutes, of UTC. */
function capturedMs(moment: string | undefined): number | null {
  if (moment === undefined) return null
  return Date.parse(moment.includes('T') ? `${moment}Z` : moment)
}

/** In order and apart from each other, whatever the document has. */
function frozenCalendar({ working_days, exceptions = [] }: NonNullable<SeedBaseline['calendar']>): ScheduleCalendar {
  const ranges = exceptions.map(({ from, to, working }) => ({
    fromDay: parseCivilDay(from) as number,
    toDay: parseCivilDay(to) as number,
    isWorking: working,
  }))
  return toSchedule(composeCalendars([{ workingDays: working_days, ranges }]))
}

async function writeRisks(
  ctx: Ctx<ProjectScope>,
  slug: string,
  risks: readonly SeedRisk[],
  target: SeedTarget,
  names: SeedNames,
): Promise<number> {
  if (risks.length === 0) return 0
  const { projectId } = ctx.scope
  const sync_seq = await lockProject(ctx, projectId)
  const first = await reserveRiskNumbers(ctx, risks.length)
  const rows = risks.map((risk, at) => ({
    id: newId(),
    project_id: projectId,
    sync_seq,
    number: first + at,
    title: risk.title,
    description: risk.description ?? '',
    status: risk.status,
    probability: risk.probability,
    impact: risk.impact,
    category: risk.category ?? null,
    response: risk.response ?? null,
    mitigation_due_date: risk.mitigation_due_date ?? null,
    trigger: risk.trigger ?? '',
    contingency: risk.contingency ?? '',
    notes: risk.notes ?? '',
    owner_id: (risk.owner && names.accountIdOf.get(risk.owner)) || null,
    created_by_id: target.ownerId,
  }))
  await insertRisks(ctx, rows)
  for (const [at, risk] of risks.entries()) {
    const places = (risk.tasks ?? []).map((ref) => placeOfRef(ref, slug) as TaskPlace)
    const own = places.filter((place) => place.project === slug).slice(0, MAX_TASKS_OF_RISK)
    const taskIds = own.map((place) => names.taskIdOf.get(`${slug}:${place.wbs}`) as string)
    if (taskIds.length > 0) await saveTasksOfRisk(ctx, (rows[at] as { id: string }).id, taskIds)
  }
  return risks.length
}

async function writeRelations(
  ctx: Ctx<ProjectScope>,
  source: SeedProject,
  target: SeedTarget,
  names: SeedNames,
): Promise<number> {
  let count = 0
  for (const task of source.tasks ?? []) {
    for (const { target: ref, link_type, note } of task.links ?? []) {
      const place = placeOfRef(ref, source.slug) as TaskPlace
      const ends = {
        source_id: names.taskIdOf.get(`${source.slug}:${task.wbs_path}`) as string,
        target_id: names.taskIdOf.get(`${place.project}:${place.wbs}`) as string,
        relation_type: link_type as 'relates_to',
      }
      if (ends.source_id === ends.target_id || (await isRelated(ctx, ends))) continue
      const { projectId } = ctx.scope
      await insertRelation(ctx, {
        id: newId(),
        ...ends,
        project_id: projectId,
        sync_seq: await lockProject(ctx, projectId),
        note: note ?? '',
        created_by_id: target.ownerId,
      })
      count++
    }
  }
  return count
}
