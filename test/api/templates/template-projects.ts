import type { TestApp, TestUser } from '../../support/start-app.ts'

/** A phase with work, a subtask and a gate, an epic with its story, and links with lag and lead. */
export async function makeSource(user: TestUser, fields: object = {}): Promise<string> {
  const project = await makeEmpty(user, fields)
  const task = async (name: string, more: object = {}) =>
    (await user.post('/tasks/', { project, name, ...more })).body.id as string
  const works = await task('Works')
  const dig = await task('Dig', { parent_id: works, duration: 4, notes: 'By hand.', planned_start: '2026-02-02' })
  const pour = await task('Pour', { parent_id: works, duration: 7, governance_class: 'gated' })
  await task('Order concrete', { parent_id: pour, is_subtask: true })
  const gate = await task('Handover', { is_milestone: true, governance_class: 'gated' })
  const epic = await task('Signs', { type: 'epic' })
  await task('Paint', { type: 'story', parent_epic: epic, duration: 2 })
  await user.post('/dependencies/', { predecessor: dig, successor: pour, dep_type: 'SS', lag: 2 })
  await user.post('/dependencies/', { predecessor: pour, successor: gate, lag: -1 })
  await user.patch(`/tasks/${dig}/`, { percent_complete: 50 })
  return project
}

export async function makeEmpty(user: TestUser, fields: object = {}): Promise<string> {
  const { body } = await user.post('/projects/', { name: 'Road', start_date: '2026-03-02', ...fields })
  return body.id as string
}

export async function publish(user: TestUser, project: string, name: string): Promise<string> {
  const { body } = await user.post('/project-templates/publish/', { project, name })
  return body.id as string
}

/** Asks for an application and answers where its state is read. */
export async function apply(user: TestUser, template: string, project: string): Promise<string> {
  const { body } = await user.post(`/project-templates/${template}/apply/`, { project })
  return `/template-applications/${body.application}/`
}

/** What a template carries of a project, in the order of the tree, with links by name. */
export async function structureOf(app: TestApp, project: string): Promise<unknown> {
  const tasks = await app.sql(
    `select t.name, array_to_string(t.wbs_order, '.') as wbs, p.name as parent, e.name as epic, t.type, t.is_subtask,
       t.is_milestone, t.structure_role, t.own_estimate, t.duration, t.duration_unit, t.delivery_mode, t.governance_class, t.notes
     from tasks t left join tasks p on p.id = t.parent_id left join tasks e on e.id = t.parent_epic_id
     where t.project_id = $1 and not t.is_deleted order by t.wbs_order`,
    [project],
  )
  const links = await app.sql(
    `select a.name as from, b.name as to, d.dep_type, d.lag, d.lag_unit
     from dependencies d join tasks a on a.id = d.predecessor_id join tasks b on b.id = d.successor_id
     where d.successor_project_id = $1 and not d.is_deleted order by 1, 2`,
    [project],
  )
  return { tasks, links }
}

export async function namesIn(user: TestUser, project: string): Promise<string[]> {
  const { body } = await user.get(`/tasks/?project=${project}&ordering=wbs_path`)
  return body.results.map((task: { name: string }) => task.name)
}
