/**
 * The world of the contract tests: one project and one program in each state, the same people in all of them, and every
 * kind of caller. The second address serves the same database but undoes each write, so that everything a caller may do
 * can be tried over and over on the same rows.
 */
import { startApi } from '../../api/main.ts'
import type { Services } from '../../api/platform/context.ts'
import type { EntityManager } from '../../api/platform/db/orm.ts'
import { hashToken, newId } from '../../api/platform/ids.ts'
import { Client } from '../support/client.ts'
import { startApp, type TestApp, type TestUser } from '../support/start-app.ts'

export type State = 'active' | 'archived' | 'trashed'
export const STATES: readonly State[] = ['active', 'archived', 'trashed']

export type CallerKind = 'anonymous' | 'inactive' | 'session' | 'personal' | 'agent' | 'integration'

/** Who asks, and every fact of them that a rule of the specification speaks of. */
export interface Caller {
  readonly name: string
  readonly kind: CallerKind
  readonly accountId: string | null
  readonly projectRole: number | null
  readonly programRole: number | null
  readonly workspaceRole: number | null
  readonly isSuperuser: boolean
  /** Every task of the sites is assigned to this account. */
  readonly isAssignee: boolean
  readonly token: string | null
}

/** Ids of one program, its project and a row of each kind. */
export interface Site {
  readonly state: State | 'ghost'
  readonly ids: Readonly<Record<string, string>>
}

export interface World {
  readonly app: TestApp
  /** Address of the server that undoes every write. */
  readonly dryUrl: string
  readonly callers: readonly Caller[]
  readonly sites: Readonly<Record<State, Site>>
  /** Ids of the same shape that nothing has. */
  readonly ghost: Site
  caller(name: string): Caller
  /** A client of the address that commits, or of the one that undoes. */
  as(caller: Caller, mode?: 'dry' | 'real'): Client
  /** Called inside each transaction of the undoing server, before it is undone. */
  onUndo: ((em: EntityManager) => Promise<void>) | null
  /** A hash of each table; the log of agents and the time a token was last seen are left out. */
  hash(): Promise<Record<string, string>>
}

const PROJECT_ROLES = { viewer: 1, member: 100, scheduler: 200, manager: 300, owner: 400 } as const

export async function buildWorld(t: { teardown: (work: () => Promise<void>) => void }): Promise<World> {
  const app = await startApp(t, { env: { SVC_LOG_LEVEL: 'error' } })
  const people = await makePeople(app)
  const builder = await app.user('builder', { isSuperuser: true })
  const spare = (await app.user('spare')).account.id
  const shared = await makeShared(app, builder, spare)
  const sites = {} as Record<State, Site>
  for (const state of STATES) sites[state] = await makeSite(app, builder, people, state, { ...shared, spare })
  const callers = await makeCallers(app, people, Object.values(sites))
  await settle(app)
  const hook: Pick<World, 'onUndo'> = { onUndo: null }
  const dry = await startApi(undoing(app.services, hook), { ...app.services.config, port: 0 })
  t.teardown(() => dry.close())
  const ghostIds = Object.fromEntries(Object.keys(sites.active.ids).map((key) => [key, newId()]))
  return Object.assign(hook, {
    app,
    dryUrl: dry.address,
    callers,
    sites,
    ghost: { state: 'ghost' as const, ids: { ...ghostIds, spare, sample: 'no-such-sample' } },
    caller: (name: string) => {
      const found = callers.find((one) => one.name === name)
      if (!found) throw new Error(`no caller ${name}`)
      return found
    },
    as: (caller: Caller, mode: 'dry' | 'real' = 'dry') =>
      new Client(mode === 'dry' ? dry.address : app.url, caller.token),
    hash: () => hashTables(app),
  })
}

type People = Record<string, TestUser>

async function makePeople(app: TestApp): Promise<People> {
  const people: People = {}
  for (const role of Object.keys(PROJECT_ROLES)) {
    people[`project ${role}`] = await app.user(`p_${role}`, role === 'owner' ? { password: 'Correct-horse-7' } : {})
    people[`program ${role}`] = await app.user(`g_${role}`)
  }
  for (const name of ['assignee', 'outsider', 'workspace admin', 'workspace owner', 'inactive'])
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

/** Rows of the workspace that belong to no project. */
async function makeShared(app: TestApp, builder: TestUser, spare: string): Promise<Record<string, string>> {
  // Shared catalogs are kept by people who manage a project in use.
  const calendar = await made(builder, '/calendars/', { name: 'Shared' })
  const exceptions = `/calendars/${calendar}/exceptions/`
  const exception = await made(builder, exceptions, { exc_start: '2026-12-24', exc_end: '2026-12-26' })
  const group = await made(builder, '/workspace/groups/', { name: 'Crew' })
  await ok(builder.post(`/workspace/groups/${group}/members/`, { user: spare }))
  const invite = await made(builder, '/workspace/invites/', { email: 'guest@example.org', role: 100 })
  const workspaceMember = (await app.user('colleague')).account.id
  const provider = (await ok(builder.post('/workspace/sso/providers/', { slug: 'google', client_id: 'abc' }))).slug
  const agentAction = newId() // Nobody has let an agent in yet.
  return {
    provider,
    agentAction,
    calendar,
    exception,
    group,
    groupUser: spare,
    invite,
    workspaceMember,
    sample: 'ferry-terminal',
  }
}

async function makeSite(
  app: TestApp,
  builder: TestUser,
  people: People,
  state: State,
  shared: Record<string, string>,
): Promise<Site> {
  const program = await made(builder, '/programs/', { name: `Program ${state}` })
  const project = await made(builder, '/projects/', { name: `Project ${state}`, start_date: '2026-01-05', program })
  const neighbour = await made(builder, '/projects/', { name: `Beside ${state}`, start_date: '2026-01-05', program })
  const task = (name: string, more: object = {}, into = project) =>
    made(builder, '/tasks/', { name, project: into, duration: 3, ...more })
  const ids: Record<string, string> = { ...shared, program, project, neighbour }
  ids.alpha = await task('Alpha')
  ids.beta = await task('Beta')
  ids.phase = await task('Phase')
  ids.child = await task('Child', { parent_id: ids.phase })
  ids.deleted = await task('Deleted')
  ids.elsewhere = await task('Elsewhere', {}, neighbour)
  ids.link = await made(builder, '/dependencies/', { predecessor: ids.alpha, successor: ids.beta })
  ids.pending = await made(builder, '/dependencies/', { predecessor: ids.elsewhere, successor: ids.child })
  await app.sql('update dependencies set is_pending = true where id = $1', [ids.pending])
  await ok(builder.delete(`/tasks/${ids.deleted}/`))
  await ok(builder.post(`/projects/${project}/monte-carlo/`, { n_simulations: 10 }))
  await ok(builder.put(`/projects/${project}/calendars/`, { base_calendar_id: null, overlays: [] }))
  const imported = await ok(
    builder.upload(`/projects/${project}/import/csv/`, { name: 'plan.csv', bytes: 'Name,Duration\nFrom a file,2\n' }),
  )
  ids.importRequest = imported.import_request_id
  await app.runJobs()
  const pasted = await ok(
    builder.post(`/projects/${project}/tasks/bulk/`, {
      operations: [{ op: 'create', data: { name: 'Pasted' } }],
      origin: 'paste',
    }),
  )
  ids.paste = pasted.operation_id
  ids.classification = (
    await ok(
      builder.patch(`/projects/${project}/tasks/classification/`, { subtree: ids.phase, governance_class: 'gated' }),
    )
  ).operation_id
  ids.structural = (
    await ok(builder.post(`/projects/${project}/tasks/group/`, { task_ids: [ids.alpha], name: 'Grouped' }))
  ).operation_id
  const inFuture = '2099-01-01T00:00:00Z'
  ids.projectToken = await made(builder, `/projects/${project}/api-tokens/`, { name: 'Ingest', expires_at: inFuture })
  ids.programToken = await made(builder, `/programs/${program}/api-tokens/`, { name: 'Ingest', expires_at: inFuture })
  ids.criterion = await made(builder, '/acceptance-criteria/', { task: ids.alpha, text: 'It holds' })
  await joinAll(app, people, ids)
  await app.sql('update tasks set assignee_id = $2 where project_id = $1', [project, people.assignee?.account.id])
  if (state === 'archived') {
    await ok(builder.post(`/projects/${project}/archive/`))
    await ok(builder.post(`/programs/${program}/close/`))
  }
  if (state === 'trashed') {
    await ok(builder.delete(`/projects/${project}/`))
    await ok(builder.delete(`/projects/${neighbour}/`))
    await ok(builder.delete(`/programs/${program}/`))
  }
  return { state, ids }
}

/** The people take their roles, and two more stand by to be changed and removed. */
async function joinAll(app: TestApp, people: People, ids: Record<string, string>): Promise<void> {
  const join = async (table: 'project' | 'program', accountId: string, role: number) => {
    const rows = await app.sql<{ id: string }>(
      `insert into ${table}_members (id, ${table}_id, account_id, role) values (gen_random_uuid(), $1, $2, $3) returning id`,
      [ids[table], accountId, role],
    )
    return rows[0]?.id as string
  }
  for (const [role, ordinal] of Object.entries(PROJECT_ROLES)) {
    await join('project', people[`project ${role}`]?.account.id as string, ordinal)
    await join('program', people[`program ${role}`]?.account.id as string, ordinal)
  }
  await join('project', people.assignee?.account.id as string, 100)
  const bystander = (await app.user(`bystander_${ids.project}`)).account.id
  ids.projectMember = await join('project', bystander, 1)
  ids.programMember = await join('program', bystander, 1)
  ids.bystander = bystander
  // Somebody who has been here may be named again.
  ids.former = (await app.user(`former_${ids.project}`)).account.id
  await join('project', ids.former, 1)
  await join('program', ids.former, 1)
  for (const table of ['project', 'program'])
    await app.sql(`update ${table}_members set is_deleted = true where account_id = $1`, [ids.former])
}

async function makeCallers(app: TestApp, people: People, sites: readonly Site[]): Promise<Caller[]> {
  const site = sites[0] as Site
  const nobody = { projectRole: null, programRole: null, workspaceRole: null, isSuperuser: false, isAssignee: false }
  const person = (name: string, more: Partial<Caller> = {}): Caller => {
    const user = people[name] as TestUser
    const facts = { ...nobody, workspaceRole: 100, accountId: user.account.id, token: user.token }
    return { name, kind: 'session', ...facts, ...more }
  }
  const token = async (columns: object): Promise<string> => {
    const raw = `svc_${newId().replace(/-/g, '').repeat(2)}`
    const all = { token_hash: hashToken(raw), token_prefix: raw.slice(4, 12), name: 'Test', ...columns }
    const names = Object.keys(all)
    await app.sql(
      `insert into api_tokens (id, ${names.join(', ')}) values (gen_random_uuid(), ${names.map((_, i) => `$${i + 1}`).join(', ')})`,
      Object.values(all),
    )
    return raw
  }
  const owner = people['project owner'] as TestUser
  const owning = { projectRole: 400 }
  const personal = await token({ owner_id: owner.account.id, scopes: ['legacy:full'] })
  const agent = await token({
    owner_id: owner.account.id,
    scopes: ['mcp:read'],
    expires_at: new Date(Date.now() + 86_400_000),
  })
  for (const each of sites) (each.ids as Record<string, string>).personalToken = await idOf(app, agent)
  const ofProject = await token({ project_id: site.ids.project, scopes: ['legacy:full'] })
  const ofProgram = await token({ program_id: site.ids.program, scopes: ['legacy:full'] })
  const roles = Object.entries(PROJECT_ROLES)
  return [
    { name: 'anonymous', kind: 'anonymous', accountId: null, token: null, ...nobody },
    person('inactive', { kind: 'inactive' }),
    person('outsider'),
    ...roles.map(([role, ordinal]) => person(`project ${role}`, { projectRole: ordinal })),
    person('assignee', { projectRole: 100, isAssignee: true }),
    ...roles.map(([role, ordinal]) => person(`program ${role}`, { programRole: ordinal })),
    person('workspace admin', { workspaceRole: 300 }),
    person('workspace owner', { workspaceRole: 400 }),
    person('superuser', { workspaceRole: 400, isSuperuser: true }),
    person('project owner', { ...owning, name: 'personal token', kind: 'personal', token: personal }),
    person('project owner', { ...owning, name: 'agent token', kind: 'agent', token: agent }),
    { name: 'project token', kind: 'integration', accountId: null, ...nobody, token: ofProject },
    { name: 'program token', kind: 'integration', accountId: null, ...nobody, token: ofProgram },
  ]
}

async function idOf(app: TestApp, raw: string): Promise<string> {
  const rows = await app.sql<{ id: string }>('select id from api_tokens where token_hash = $1', [hashToken(raw)])
  return rows[0]?.id as string
}

/** The sample's rows, so that what only works on samples can be asked of the active site. */
async function settle(app: TestApp): Promise<void> {
  await app.runJobs()
  const isSample = `is_sample = true`
  await app.sql(`update projects set ${isSample}`)
  await app.sql(`update programs set ${isSample}, sample_key = 'ferry-terminal', sample_anchor = current_date`)
}

/** The same services over an object mapper whose commits undo. */
function undoing(services: Services, hook: Pick<World, 'onUndo'>): Services {
  const { orm } = services
  const em = Object.create(orm.em, {
    fork: {
      value: (...args: Parameters<typeof orm.em.fork>) => {
        const fork = orm.em.fork(...args)
        fork.commit = async () => {
          await hook.onUndo?.(fork)
          await fork.rollback()
        }
        return fork
      },
    },
  })
  return Object.create(services, { orm: { value: Object.create(orm, { em: { value: em } }) } })
}

async function hashTables(app: TestApp): Promise<Record<string, string>> {
  const tables = await app.sql<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where (schemaname = 'public' and tablename not like 'agent\\_%') or (schemaname = 'graphile_worker' and tablename = '_private_jobs') order by 1`,
  )
  const hashes: Record<string, string> = {}
  for (const { name } of tables) {
    const [row] = await app.sql<{ hash: string }>(
      `select md5(coalesce(string_agg(line, '|' order by line), '')) as hash
       from (select (to_jsonb(t) - 'last_used_at')::text as line from ${name} t) lines`,
    )
    hashes[name] = row?.hash as string
  }
  return hashes
}

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
async function ok(answer: Promise<{ status: number; text: string; body: any }>): Promise<any> {
  const { status, text, body } = await answer
  if (status >= 300) throw new Error(`the world cannot be built: ${status} ${text}`)
  return body
}

async function made(user: TestUser, path: string, body: object): Promise<string> {
  return (await ok(user.post(path, body))).id
}
