import type { ProgramScope } from '../../access/program-scope.ts'
import { projectsTellingPoints } from '../../access/team-signals.ts'
import { Program } from '../../levels/program.entity.ts'
import { actorId, type Ctx } from '../../platform/context.ts'
import { Project } from '../../projects/project.entity.ts'
import { UNTOLD_POINTS } from '../export-omissions.ts'
import { loadSeedAccounts } from './load-accounts.ts'
import { loadSeedCalendars } from './load-calendars.ts'
import { loadSeedFields } from './load-custom-fields.ts'
import { loadSeedLinks } from './load-links.ts'
import { loadSeedPeople } from './load-people.ts'
import { loadSeedRegisters } from './load-registers.ts'
import { loadSeedTasks } from './load-tasks.ts'
import { NameSlugs } from './name-slugs.ts'
import { countUnsaid } from './seed.queries.ts'
import { seedProgram, seedProject } from './seed-settings.ts'

/** A program as a seed document of its present state, in one fixed order, and what such a document cannot carry. */
export async function loadProgramSeed(ctx: Ctx<ProgramScope>): Promise<{ document: object; omissions: string[] }> {
  const { programId } = ctx.scope
  const program = await ctx.em.findOneOrFail(Program, { id: programId })
  const projects = (await ctx.em.find(Project, { program_id: programId, is_deleted: false })).sort(byCode)
  const ids = projects.map((project) => project.id)
  const slugs = new NameSlugs('project')
  const slugOf = new Map(projects.map((project) => [project.id, slugs.next(project.name)]))
  const calendars = await loadSeedCalendars(ctx, programId, ids)
  const accounts = await loadSeedAccounts(ctx, programId, ids)
  const people = await loadSeedPeople(ctx, ids, calendars.slugOf)
  const tellsPointsOf = await projectsTellingPoints(ctx, ids)
  const fields = await loadSeedFields(ctx, ids, accounts.slugOf)
  const tasks = await loadSeedTasks(ctx, ids, {
    projectSlugOf: slugOf,
    calendarSlugOf: calendars.slugOf,
    accountSlugOf: accounts.slugOf,
    people,
    fieldValuesOf: fields.valuesOf,
    tellsPointsOf,
    readerId: ctx.actor.kind === 'system' ? null : actorId(ctx),
  })
  const links = await loadSeedLinks(ctx, ids, tasks.placeOf)
  const registers = await loadSeedRegisters(ctx, ids, {
    placeOf: tasks.placeOf,
    accountSlugOf: accounts.slugOf,
    tellsPointsOf,
  })
  const document = {
    schema_version: '1.0',
    program: seedProgram(program, calendars.slugOf, accounts.slugOf),
    accounts: accounts.rows,
    calendars: calendars.rows,
    resources: people.resources,
    projects: projects.map((project) => ({
      ...seedProject(project, program, calendars.slugOf, accounts.slugOf),
      slug: slugOf.get(project.id),
      calendar_overlays: calendars.overlaysOf.get(project.id),
      roster: people.rosterOf.get(project.id),
      labels: people.labelsOf.get(project.id),
      custom_fields: fields.fieldsOf.get(project.id),
      tasks: tasks.rowsOf.get(project.id),
      dependencies: links.rowsOf.get(project.id),
      baselines: registers.baselinesOf.get(project.id),
      risks: registers.risksOf.get(project.id),
    })),
  }
  return {
    document,
    omissions: [
      ...(await countOmissions(ctx, programId, ids)),
      ...(tellsPointsOf.size < ids.length ? [UNTOLD_POINTS] : []),
      ...tasks.omissions,
      ...fields.omissions,
      ...links.omissions,
      ...registers.omissions,
    ],
  }
}

/** Plain comparison, so that no locale of a database decides on the order. */
function byCode(left: Project, right: Project): number {
  return left.code < right.code ? -1 : 1
}

const NEVER =
  'ids, task numbers and versions, addresses, comments, attachments, history, forecasts, computed dates, roles of project members, deactivated resources, assignments of phases'

async function countOmissions(ctx: Ctx<unknown>, programId: string, ids: readonly string[]): Promise<string[]> {
  const counts = await countUnsaid(ctx, programId, ids)
  const lines: [count: number, what: string][] = [
    [ids.length === 0 ? 1 : 0, 'program has no project, and such a document cannot be imported'],
    [counts.archived, 'projects are archived, which is not said'],
    [counts.closed, 'program is closed, which is not said'],
    [counts.pending, 'estimates wait for approval, which is not said'],
  ]
  return [NEVER, ...lines.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : []))]
}
