import { loadProgramScope } from '../../access/program-scope.ts'
import { withScope } from '../../access/project-scope.ts'
import { projectsTellingPoints } from '../../access/team-signals.ts'
import { columnsHiddenFrom } from '../../history/visible-columns.ts'
import type { Ctx } from '../../platform/context.ts'
import { UNTOLD_POINTS } from '../export-omissions.ts'
import { loadPlan, loadPlanDates, withoutPoints } from '../load-plan.ts'
import { canonicalJson } from '../seed/canonical-json.ts'
import { loadProgramSeed } from '../seed/load-program-seed.ts'
import {
  type ExportedProgram,
  type ExportedProject,
  type ExportPlace,
  findExportedProgram,
  findExportedProject,
  listExportedAttachments,
  listExportedHistory,
  listExportedMembers,
  listExportedPrograms,
  listExportedProjects,
  listExportedTime,
} from './export-job.queries.ts'
import type { Member, Packed } from './tar.ts'

const HISTORY_PAGE = 5_000

/** What is told of a bundle while it is packed. */
export interface BundleNotes {
  readonly packed: Packed[]
  readonly warnings: string[]
  readonly counts: Record<string, number>
}

const jsonMember = (name: string, value: unknown): Member => ({
  name,
  content: Buffer.from(`${JSON.stringify(value, null, 1)}\n`),
})

/** Every file of a bundle, one after the other; the list of them and what could not be packed comes last. */
export async function* bundleMembers(ctx: Ctx, place: ExportPlace, notes: BundleNotes): AsyncGenerator<Member> {
  const facts = yield* contentOf(ctx, place, notes)
  yield jsonMember('counts.json', notes.counts)
  yield jsonMember('manifest.json', {
    archive_version: 1,
    scope: place.kind,
    generated_at: ctx.services.clock.now().toISOString(),
    generator: `svc ${ctx.services.config.version}`,
    plan_xml: 'MSPDI, as desktop planners read it; without the backlog',
    ...facts,
    warnings: notes.warnings,
    members: notes.packed,
  })
}

async function* contentOf(ctx: Ctx, place: ExportPlace, notes: BundleNotes): AsyncGenerator<Member, object> {
  if (place.kind === 'project') {
    const project = await findExportedProject(ctx, place.projectId)
    if (project) yield* projectMembers(ctx, project, '', notes)
    return { project }
  }
  if (place.kind === 'program') {
    const program = await findExportedProgram(ctx, place.programId)
    const projects = program ? yield* programMembers(ctx, program, '', notes) : []
    return { program, project_ids: projects.map(({ id }) => id) }
  }
  yield jsonMember('members.json', await listExportedMembers(ctx))
  const programs = await listExportedPrograms(ctx)
  for (const program of programs) yield* programMembers(ctx, program, `programs/${program.id}/`, notes)
  const projects = await listExportedProjects(ctx, null)
  for (const project of projects) yield* projectMembers(ctx, project, `projects/${project.id}/`, notes)
  return { program_ids: programs.map(({ id }) => id), project_ids: projects.map(({ id }) => id) }
}

async function* programMembers(
  ctx: Ctx,
  program: ExportedProgram,
  at: string,
  notes: BundleNotes,
): AsyncGenerator<Member, ExportedProject[]> {
  const { document, omissions } = await loadProgramSeed(withScope(ctx, await loadProgramScope(ctx, program.id)))
  yield { name: `${at}seed.json`, content: Buffer.from(canonicalJson(document)) }
  notes.warnings.push(...omissions.map((omission) => `${at}seed.json: ${omission}`))
  const projects = await listExportedProjects(ctx, program.id)
  for (const project of projects) yield* projectMembers(ctx, project, `${at}p/${project.id}/`, notes)
  return projects
}

async function* projectMembers(ctx: Ctx, project: ExportedProject, at: string, notes: BundleNotes) {
  const readsPoints = (await projectsTellingPoints(ctx, [project.id])).has(project.id)
  if (!readsPoints) notes.warnings.push(`${at}: ${UNTOLD_POINTS}`)
  yield* planMembers(ctx, project, at, notes, readsPoints)
  const time = await listExportedTime(ctx, project.id)
  yield jsonMember(`${at}time_entries.json`, time)
  count(notes, 'projects', 1)
  count(notes, 'time_entries', time.length)
  yield* historyMembers(ctx, project, at, notes, columnsHiddenFrom({ readsPoints }))
  yield* attachmentMembers(ctx, project, at, notes)
}

/** The plan as plan JSON, which imports read whole, and as XML where that can be written. */
async function* planMembers(
  ctx: Ctx,
  { id, code }: ExportedProject,
  at: string,
  notes: BundleNotes,
  readsPoints: boolean,
) {
  const stored = await loadPlan(ctx, id)
  const plan = readsPoints ? stored : withoutPoints(stored)
  const dates = await loadPlanDates(ctx, id)
  count(notes, 'tasks', plan.tasks.length)
  const feed = { feedId: id, stamp: null } as never
  for (const [form, name] of [
    ['json', 'plan.json'],
    ['mspdi', 'plan.xml'],
  ] as const) {
    try {
      const written = await ctx.services.exports.write({ form, plan, dates, feed }, ctx.signal)
      yield { name: `${at}${name}`, content: Buffer.from(written) } satisfies Member
    } catch (error) {
      if (form === 'json') throw error
      ctx.services.log.warn({ project: id, message: (error as Error).message }, 'export without plan.xml')
      notes.warnings.push(`${at}${name} of ${code} could not be written and is left out`)
    }
  }
}

async function* historyMembers(
  ctx: Ctx,
  { id }: ExportedProject,
  at: string,
  notes: BundleNotes,
  hidden: readonly string[],
) {
  for (let page = 1, after = 0; ; page++) {
    const rows = await listExportedHistory(ctx, id, { after, limit: HISTORY_PAGE, hidden })
    if (rows.length === 0) return
    yield jsonMember(`${at}history/${String(page).padStart(4, '0')}.json`, rows)
    count(notes, 'history', rows.length)
    after = rows.at(-1)?.id ?? after
    if (rows.length < HISTORY_PAGE) return
  }
}

/** Files under their ids; the index says what they are called. */
async function* attachmentMembers(ctx: Ctx, { id }: ExportedProject, at: string, notes: BundleNotes) {
  const rows = await listExportedAttachments(ctx, id)
  if (rows.length === 0) return
  for (const { id: fileId, storage_key: key, file_name } of rows) {
    if (key === null) continue
    const file = await ctx.services.files.open(key)
    if (file === null) notes.warnings.push(`${at}attachments: the file of ${file_name} is gone`)
    else yield { name: `${at}a/${fileId}`, content: file } satisfies Member
  }
  yield jsonMember(
    `${at}a/index.json`,
    rows.map(({ storage_key, ...row }) => ({ ...row, has_file: storage_key !== null })),
  )
  count(notes, 'attachments', rows.length)
}

function count(notes: BundleNotes, what: string, more: number): void {
  notes.counts[what] = (notes.counts[what] ?? 0) + more
}
