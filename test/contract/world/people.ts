import { newId } from '../../../api/platform/ids.ts'
import type { TestApp, TestUser } from '../../support/start-app.ts'

export const PROJECT_ROLES = { viewer: 1, member: 100, scheduler: 200, manager: 300, owner: 400 } as const

export type People = Record<string, TestUser>

export async function makePeople(app: TestApp): Promise<People> {
  const people: People = {}
  for (const role of Object.keys(PROJECT_ROLES)) {
    people[`project ${role}`] = await app.user(`p_${role}`, role === 'owner' ? { password: 'Correct-horse-7' } : {})
    people[`program ${role}`] = await app.user(`g_${role}`)
  }
  for (const name of ['assignee', 'steward', 'outsider', 'workspace admin', 'workspace owner', 'inactive'])
    people[name] = await app.user(name.replace(' ', '_'))
  people.superuser = await app.user('root', { isSuperuser: true })
  for (const [name, role] of [
    ['workspace admin', 300],
    ['workspace owner', 400],
  ] as const) {
    await app.sql('insert into workspace_members (account_id, role) values ($1, $2)', [people[name]?.account.id, role])
  }
  await app.sql('update accounts set is_active = false where id = $1', [people.inactive?.account.id])
  return people
}

type Table = 'project' | 'program'

async function join(app: TestApp, table: Table, ids: Record<string, string>, accountId: string, role: number) {
  const rows = await app.sql<{ id: string }>(
    `insert into ${table}_members (id, ${table}_id, account_id, role) values (gen_random_uuid(), $1, $2, $3) returning id`,
    [ids[table], accountId, role],
  )
  return rows[0]?.id as string
}

/** The people take their roles, and every task gets its assignee. */
export async function joinAll(app: TestApp, people: People, ids: Record<string, string>): Promise<void> {
  const accountOf = (key: string) => people[key]?.account.id as string
  for (const [role, ordinal] of Object.entries(PROJECT_ROLES)) {
    await join(app, 'project', ids, accountOf(`project ${role}`), ordinal)
    await join(app, 'program', ids, accountOf(`program ${role}`), ordinal)
  }
  await join(app, 'project', ids, accountOf('assignee'), 100)
  await joinBoth(app, ids, accountOf('steward'), 400)
  // A group on whose phase nobody has worked since can be undone.
  const worked = `update tasks set assignee_id = $2 where project_id = $1 and name <> 'Grouped'`
  await app.sql(worked, [ids.project, accountOf('assignee')])
  ids.taskSuggestion = newId()
  const asked = `insert into task_suggestions (id, project_id, task_id, suggested_account_id) values ($1, $2, $3, $4)`
  await app.sql(asked, [ids.taskSuggestion, ids.project, ids.beta, accountOf('assignee')])
  await takeOverDiscussion(app, ids, accountOf('assignee'))
}

/** The assignee said all that was said, so lately that it may still be edited, and every member has read it. */
async function takeOverDiscussion(app: TestApp, ids: Record<string, string>, accountId: string): Promise<void> {
  for (const table of ['comments', 'task_notes']) {
    const spoken = `update ${table} set author_id = $2, created_at = now() + interval '1 hour' where project_id = $1`
    await app.sql(spoken, [ids.project, accountId])
  }
  await app.sql('update time_entries set account_id = $2 where id = $1', [ids.timeEntry, accountId])
  ids.notification = newId()
  await app.sql(
    `insert into notifications (id, account_id, event_type, category, subject, created_at)
     values ($1, $2, 'task.assigned', 'tasks', 'A task for you', now())`,
    [ids.notification, accountId],
  )
  ids.preference = newId()
  await app.sql(
    `insert into notification_preferences (id, account_id, event_type, channel, enabled, updated_at)
     values ($1, $2, $3, 'in_app', true, now())`,
    [ids.preference, accountId, `kind ${ids.preference}`],
  )
  await app.sql('update task_attachments set uploaded_by_id = $2 where project_id = $1', [ids.project, accountId])
  await app.sql('update comment_reactions set account_id = $2 where id = $1', [ids.reaction, accountId])
  await app.sql(
    `insert into comment_acknowledgements (id, comment_id, account_id)
     select gen_random_uuid(), $1, account_id from project_members where project_id = $2 and account_id is not null
     on conflict do nothing`,
    [ids.comment, ids.project],
  )
}

export async function joinBoth(app: TestApp, ids: Record<string, string>, accountId: string, role: number) {
  await join(app, 'project', ids, accountId, role)
  await join(app, 'program', ids, accountId, role)
}

/** One member who can be changed and removed, and one who has left and may be named again. */
export async function makeBystanders(app: TestApp, ids: Record<string, string>): Promise<void> {
  ids.bystander = (await app.user(`bystander_${ids.project}`)).account.id
  ids.projectMember = await join(app, 'project', ids, ids.bystander, 1)
  ids.programMember = await join(app, 'program', ids, ids.bystander, 1)
  ids.former = (await app.user(`former_${ids.project}`)).account.id
  await joinBoth(app, ids, ids.former, 1)
  for (const table of ['project', 'program'])
    await app.sql(`update ${table}_members set is_deleted = true where account_id = $1`, [ids.former])
}
