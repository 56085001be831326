import { placeOfRef, type TaskPlace } from '../../../../importers/seed/seed-kinds.ts'
import type { SeedDocument } from '../../../../importers/seed/seed-schema.ts'
import { loadProgramScope } from '../../../access/program-scope.ts'
import { withScope } from '../../../access/project-scope.ts'
import {
  insertProgramDependencies,
  type NewProgramDependency,
} from '../../../dependencies/insert-program-dependencies.ts'
import type { Ctx } from '../../../platform/context.ts'
import { newId } from '../../../platform/ids.ts'
import { firstKpis } from '../../../programs/create-program.ts'
import { updateRiskPolicy, updateRollupConfig } from '../../../programs/policies.ts'
import { updateProgram } from '../../../programs/update-program.ts'
import { requestRecompute } from '../../../recompute/request-recompute.ts'
import { leftOut } from '../left-out.ts'
import type { SeedNames, SeedTarget } from '../seed-target.ts'
import { findOwnAccounts } from './find-own-accounts.ts'
import { writeSeedCalendars } from './write-calendars.ts'
import { writeSeedProject } from './write-project.ts'
import { writeRegisters } from './write-registers.ts'
import { writeSeedResources } from './write-resources.ts'

export interface WrittenSeed {
  readonly projectIds: ReadonlyMap<string, string>
  readonly summary: Readonly<Record<string, unknown>>
}

/**
 * Fills an empty program with a checked document, in the open transaction and through the functions the API uses. One
 * computation a project follows the commit.
 */
export async function writeProgram(ctx: Ctx<unknown>, seed: SeedDocument, target: SeedTarget): Promise<WrittenSeed> {
  const { programId } = target
  const calendarIdOf = await writeSeedCalendars(ctx, seed.calendars ?? [], target.calendars)
  const names: SeedNames = {
    accountIdOf: await findOwnAccounts(ctx, seed.accounts ?? [], target.ownerId),
    calendarIdOf,
    resourceIdOf: await writeSeedResources(ctx, seed.resources ?? [], calendarIdOf),
    taskIdOf: new Map(
      seed.projects.flatMap((project) =>
        (project.tasks ?? []).map((task) => [`${project.slug}:${task.wbs_path}`, newId()] as const),
      ),
    ),
  }
  await settleProgram(ctx, seed, target, names)
  const projectIds = new Map<string, string>()
  const counts = { tasks: 0, assignments: 0, clamped: 0, unassigned: 0, renumbered: 0 }
  for (const project of seed.projects) {
    const written = await writeSeedProject(ctx, project, target, names)
    projectIds.set(project.slug, written.projectId)
    for (const key of Object.keys(counts) as (keyof typeof counts)[]) counts[key] += written.counts[key]
  }
  const links = linkRows(seed, names, projectIds)
  const dependencies = await insertProgramDependencies(ctx, { programId, acceptedById: target.ownerId }, links)
  const registers = await writeRegisters(ctx, seed, target, names, projectIds)
  // With a link between projects any pass computes them all: one is enough.
  const isOnePass = links.some((link) => link.predecessorProjectId !== link.successorProjectId)
  for (const projectId of isOnePass ? [...projectIds.values()].slice(0, 1) : projectIds.values())
    requestRecompute(ctx, projectId)
  return {
    projectIds,
    summary: {
      projects: seed.projects.length,
      tasks: counts.tasks,
      sprints: 0,
      dependencies,
      resources: names.resourceIdOf.size,
      assignments: counts.assignments,
      baselines: registers.baselines,
      risks: registers.risks,
      relations: registers.relations,
      left_out: leftOut(seed, names, { ...counts, homelessRisks: registers.homelessRisks }),
    },
  }
}

type Kpis = NonNullable<Parameters<typeof updateRollupConfig>[1]['enabled_kpis']>

async function settleProgram(
  ctx: Ctx<unknown>,
  seed: SeedDocument,
  target: SeedTarget,
  names: SeedNames,
): Promise<void> {
  const { program } = seed
  const scoped = withScope(ctx, await loadProgramScope(ctx, target.programId))
  const { risk_slip_propagation, risk_escalation_days, rollup_enabled_kpis, rollup_aggregation_policy, ...settings } =
    program.settings ?? {}
  await updateProgram(scoped, {
    name: program.name,
    methodology: program.methodology,
    description: program.description ?? '',
    color: program.color ?? null,
    target_date: program.target_date ?? null,
    calendar: program.calendar == null ? null : (names.calendarIdOf.get(program.calendar) ?? null),
    lead: program.lead == null ? null : (names.accountIdOf.get(program.lead) ?? null),
    ...settings,
  })
  await updateRollupConfig(scoped, {
    enabled_kpis: rollup_enabled_kpis ?? (firstKpis(program.methodology) as Kpis),
    aggregation_policy: rollup_aggregation_policy,
  })
  if (risk_slip_propagation || risk_escalation_days)
    await updateRiskPolicy(scoped, {
      slip_propagation: risk_slip_propagation,
      escalation_days: risk_escalation_days,
    })
}

/** Links of all projects as one set: a circle through several projects is refused as a whole. */
function linkRows(
  seed: SeedDocument,
  names: SeedNames,
  projectIds: ReadonlyMap<string, string>,
): NewProgramDependency[] {
  return seed.projects.flatMap((project) =>
    (project.dependencies ?? []).map((link) => {
      const from = placeOfRef(link.predecessor, project.slug) as TaskPlace
      const to = placeOfRef(link.successor, project.slug) as TaskPlace
      return {
        predecessorId: names.taskIdOf.get(`${from.project}:${from.wbs}`) as string,
        successorId: names.taskIdOf.get(`${to.project}:${to.wbs}`) as string,
        predecessorProjectId: projectIds.get(from.project) as string,
        successorProjectId: projectIds.get(to.project) as string,
        depType: link.dep_type,
        lag: link.lag ?? 0,
        lagUnit: link.lag_unit ?? 'working',
      }
    }),
  )
}
