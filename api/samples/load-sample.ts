import type { PlanDependency } from '../../compute/model/plan.ts'
import { systemProjectScope, withScope } from '../access/project-scope.ts'
import { createDependency } from '../dependencies/create-dependency.ts'
import { findLinkEnds } from '../dependencies/dependency.queries.ts'
import { insertDependencies } from '../dependencies/insert-dependencies.ts'
import { nextFreeKey } from '../keys/key.queries.ts'
import type { Ctx } from '../platform/context.ts'
import { newId } from '../platform/ids.ts'
import { enqueue } from '../platform/queue/define-job.ts'
import { createProgram } from '../programs/create-program.ts'
import { createProject } from '../projects/create-project.ts'
import { requestRecompute } from '../schedule/request-recompute.ts'
import { insertTasks } from '../tasks/insert-tasks.ts'
import { createSampleCalendars } from './create-sample-calendars.ts'
import { dateSample } from './date-sample.ts'
import { removeSampleCopies } from './remove-sample.ts'
import { unknownSample } from './sample.errors.ts'
import { findSample, type SampleProject } from './sample-file.ts'
import { idOf, sampleRows } from './sample-rows.ts'
import { simulateSample } from './samples.jobs.ts'

/** What a load made, with the ids minted for the names of the file. */
interface LoadFacts {
  readonly programId: string
  readonly ownerId: string
  readonly sampleKey: string
  readonly calendarIdOf: ReadonlyMap<string, string>
  readonly taskIdOf: ReadonlyMap<string, string>
}

/**
 * Writes a bundled program, dated for today, in the open transaction and through the functions the API uses. Its dates
 * are computed and simulated by jobs after the commit. The owner's earlier copy of the same sample is replaced.
 */
export async function loadSample(
  ctx: Ctx<unknown>,
  sampleKey: string,
  ownerId: string,
): Promise<{ programId: string }> {
  const sample = findSample(sampleKey)
  if (!sample) throw unknownSample(sampleKey)
  await removeSampleCopies(ctx, sampleKey, ownerId)
  const dated = dateSample(sample, ctx.services.clock.today())
  const { name, description, code } = sample.program
  const program = await createProgram(ctx, {
    name,
    description,
    code: await nextFreeKey(ctx, 'program', code),
    ownerId,
    isSample: true,
    sampleKey,
  })
  program.sampleAnchor = dated.anchor
  await ctx.em.flush()
  const names = dated.projects.flatMap((project) => project.plan.tasks.map((task) => task.id))
  const facts: LoadFacts = {
    programId: program.id,
    ownerId,
    sampleKey,
    calendarIdOf: await createSampleCalendars(ctx, dated),
    taskIdOf: new Map(names.map((name) => [name, newId()])),
  }
  for (const project of dated.projects) await writeProject(ctx, project, facts)
  for (const link of sample.links) await linkAcross(ctx, link, facts)
  enqueue(ctx, simulateSample, { programId: program.id })
  return { programId: program.id }
}

async function writeProject(ctx: Ctx<unknown>, source: SampleProject, facts: LoadFacts): Promise<void> {
  const { plan } = source
  const project = await createProject(ctx, {
    name: source.name,
    description: source.description,
    code: await nextFreeKey(ctx, 'project', source.code),
    start_date: plan.start_date,
    status_date: plan.status_date ?? null,
    program: facts.programId,
    calendar: idOf(facts.calendarIdOf, source.calendar),
    ownerId: facts.ownerId,
    isSample: true,
  })
  const scoped = await systemProjectScope(ctx, project.id)
  const rows = sampleRows(plan.tasks, {
    idOf: facts.taskIdOf,
    calendarIdOf: facts.calendarIdOf,
    sampleKey: facts.sampleKey,
    seededAt: ctx.services.clock.now(),
  })
  await insertTasks(scoped, project.id, rows)
  await insertDependencies(
    scoped,
    (plan.dependencies ?? []).map((link) => ({
      predecessorId: idOf(facts.taskIdOf, link.predecessor),
      successorId: idOf(facts.taskIdOf, link.successor),
      depType: link.dep_type ?? 'FS',
      lag: link.lag ?? 0,
    })),
  )
  requestRecompute(ctx, project.id)
}

/** A link between two projects of the program; the owner of both agrees to it by loading the sample. */
async function linkAcross(ctx: Ctx<unknown>, link: PlanDependency, facts: LoadFacts): Promise<void> {
  const predecessorId = idOf(facts.taskIdOf, link.predecessor)
  const successorId = idOf(facts.taskIdOf, link.successor)
  const ends = await findLinkEnds(ctx, [predecessorId, successorId])
  const scope = {
    kind: 'new link',
    predecessor: ends.get(predecessorId) ?? null,
    successor: ends.get(successorId) ?? null,
    isReadOnly: false,
  } as const
  await createDependency(withScope(ctx, scope), {
    predecessor: predecessorId,
    successor: successorId,
    dep_type: link.dep_type ?? 'FS',
    lag: link.lag ?? 0,
  })
}
