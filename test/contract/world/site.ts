import { newId } from '../../../api/platform/ids.ts'
import { makeBacklog } from './backlog.ts'
import type { Plot, State } from './kinds.ts'
import { made, ok } from './made.ts'
import { makeRegisters } from './registers.ts'
import { makeSprints } from './sprints.ts'

/** One program with a project and a row of each kind, in use and without members. */
export async function makeSite(plot: Plot): Promise<void> {
  const { builder, name, ids } = plot
  ids.program = await made(builder, '/programs/', { name: `Program ${name}` })
  const within = { start_date: '2026-01-05', program: ids.program, public_sharing: true }
  ids.project = await made(builder, '/projects/', { name: `Project ${name}`, ...within })
  ids.neighbour = await made(builder, '/projects/', { name: `Beside ${name}`, ...within })
  await makeTemplates(plot)
  await makeTasks(plot)
  await makeRuns(plot)
  await makeOperations(plot)
  await makeKeys(plot)
  await makePeopleRows(plot)
  await makeSprints(plot)
  await makeBacklog(plot)
  await makeRegisters(plot)
  await makeDiscussion(plot)
}

/** The project while it is empty, so that applying it changes no other row. */
async function makeTemplates({ builder, name, ids }: Plot): Promise<void> {
  const { project } = ids
  ids.template = await made(builder, '/project-templates/publish/', { project, name: `Template ${name}` })
  ids.application = (await ok(builder.post(`/project-templates/${ids.template}/apply/`, { project }))).application
}

async function makeTasks({ app, builder, ids }: Plot): Promise<void> {
  // Estimates are accepted in this mode alone.
  await ok(builder.patch(`/projects/${ids.project}/`, { estimation_mode: 'suggest_approve' }))
  const task = (name: string, more: object = {}, project = ids.project) =>
    made(builder, '/tasks/', { name, project, duration: 3, ...more })
  ids.alpha = await task('Alpha')
  ids.beta = await task('Beta')
  ids.phase = await task('Phase')
  const triple = { optimistic_duration: 2, most_likely_duration: 3, pessimistic_duration: 5 }
  ids.triple = await task('Estimated', triple)
  ids.accepted = await task('Accepted', triple)
  await ok(builder.post(`/tasks/${ids.accepted}/approve-estimates/`))
  ids.child = await task('Child', { parent_id: ids.phase })
  ids.deleted = await task('Deleted')
  ids.elsewhere = await task('Elsewhere', {}, ids.neighbour)
  ids.link = await made(builder, '/dependencies/', { predecessor: ids.alpha, successor: ids.beta })
  ids.pending = await made(builder, '/dependencies/', { predecessor: ids.elsewhere, successor: ids.child })
  await app.sql('update dependencies set is_pending = true where id = $1', [ids.pending])
  await ok(builder.delete(`/tasks/${ids.deleted}/`))
  ids.criterion = await made(builder, '/acceptance-criteria/', { task: ids.alpha, text: 'It holds' })
}

async function makeRuns({ app, builder, ids }: Plot): Promise<void> {
  const { project } = ids
  await ok(builder.post(`/projects/${project}/monte-carlo/`, { n_simulations: 10 }))
  await ok(builder.put(`/projects/${project}/calendars/`, { base_calendar_id: null, overlays: [] }))
  const file = { name: 'plan.csv', bytes: 'Name,Duration\nFrom a file,2\n' }
  ids.importRequest = (await ok(builder.upload(`/projects/${project}/import/csv/`, file))).import_request_id
  // Waits for good, so that it can be cancelled again and again.
  ids.taskRun = newId()
  await app.sql(`insert into task_runs (id, task_name, project_id, options) values ($1, 'monte_carlo', $2, '{}')`, [
    ids.taskRun,
    project,
  ])
  // A seed makes a program of its own; the site's is given the record of one.
  ids.seedJob = newId()
  await app.sql(
    `insert into program_import_jobs (id, program_id, requested_by_id, status, filename, slug, import_day, result_summary)
     values ($1, $2, $3, 'failed', 'program.json', 'site', '2026-03-02', null)`,
    [ids.seedJob, ids.program, builder.account.id],
  )
  await app.runJobs()
}

/** What can be taken back. */
async function makeOperations({ builder, ids }: Plot): Promise<void> {
  const tasks = `/projects/${ids.project}/tasks`
  const paste = { operations: [{ op: 'create', data: { name: 'Pasted' } }], origin: 'paste' }
  const classes = { subtree: ids.phase, governance_class: 'gated' }
  ids.paste = (await ok(builder.post(`${tasks}/bulk/`, paste))).operation_id
  ids.classification = (await ok(builder.patch(`${tasks}/classification/`, classes))).operation_id
  const edited = await ok(builder.patch(`/tasks/${ids.alpha}/?undoable=true`, { notes: 'To be taken back' }))
  ids.edit = edited.operation_id
  const grouped = await ok(builder.post(`${tasks}/group/`, { task_ids: [ids.alpha], name: 'Grouped' }))
  ids.structural = grouped.operation_id
}

/** Tokens and links that open the site to others. */
async function makeKeys({ builder, ids }: Plot): Promise<void> {
  const token = { name: 'Ingest', expires_at: '2099-01-01T00:00:00Z' }
  ids.projectToken = await made(builder, `/projects/${ids.project}/api-tokens/`, token)
  ids.programToken = await made(builder, `/programs/${ids.program}/api-tokens/`, token)
  const links = `/projects/${ids.project}/share-links/`
  const board = await ok(builder.post(links, { content_kind: 'board' }))
  ids.shareLink = board.id
  ids.boardToken = board.token
  ids.scheduleToken = (await ok(builder.post(links, { content_kind: 'schedule' }))).token
}

async function makePeopleRows({ builder, ids }: Plot): Promise<void> {
  const { project, beta } = ids
  ids.label = await made(builder, `/projects/${project}/labels/`, { name: 'Wet' })
  ids.otherLabel = await made(builder, `/projects/${project}/labels/`, { name: 'Dry' })
  await ok(builder.post(`/projects/${project}/tasks/${beta}/labels/`, { label_id: ids.label }))
  ids.roster = await made(builder, '/project-resources/', { project, resource: ids.helper })
  ids.assignment = await made(builder, '/task-resources/', { task: beta, resource: ids.resource })
  ids.requirement = await made(builder, '/task-skill-requirements/', { task: beta, skill: ids.skill })
}

/** What people said of a task. */
async function makeDiscussion({ builder, ids }: Plot): Promise<void> {
  const task = `/projects/${ids.project}/tasks/${ids.beta}`
  ids.comment = await made(builder, `${task}/comments/`, { body: 'So it goes' })
  ids.reaction = await made(builder, `${task}/comments/${ids.comment}/reactions/`, { emoji: '👍' })
  ids.note = await made(builder, `${task}/notes/`, { body: 'Keep it dry' })
  ids.taskLink = await made(builder, `${task}/links/`, { url: 'example.org' })
  const file = { name: 'tides.csv', bytes: 'high,low', type: 'text/csv' }
  ids.attachment = (await ok(builder.upload(`${task}/attachments/`, file))).id
}

/** Puts a site that has its members into its state. */
export async function enterState({ builder, ids }: Plot, state: State): Promise<void> {
  if (state === 'archived') await ok(builder.post(`/projects/${ids.project}/archive/`))
  if (state === 'closed') await ok(builder.post(`/programs/${ids.program}/close/`))
  if (state !== 'trashed') return
  await ok(builder.delete(`/projects/${ids.project}/`))
  await ok(builder.delete(`/projects/${ids.neighbour}/`))
  await ok(builder.delete(`/programs/${ids.program}/`))
}
