import { hashToken, newId } from '../../../api/platform/ids.ts'
import type { TestApp, TestUser } from '../../support/start-app.ts'
import type { Caller, Site, State } from './kinds.ts'
import { type People, PROJECT_ROLES } from './people.ts'

const NOBODY = {
  accountId: null,
  token: null,
  projectRole: null,
  programRole: null,
  workspaceRole: null,
  isSuperuser: false,
  isAssignee: false,
  home: null,
}

function person(people: People, key: string, more: Partial<Caller> = {}): Caller {
  const user = people[key] as TestUser
  const facts = { workspaceRole: 100, accountId: user.account.id, token: user.token }
  return { ...NOBODY, name: key, kind: 'session', ...facts, ...more }
}

/** Every kind of caller: no credentials, people by role, and tokens by scope and by what they belong to. */
export async function makeCallers(
  app: TestApp,
  people: People,
  sites: Readonly<Record<State, Site>>,
): Promise<Caller[]> {
  const roles = Object.entries(PROJECT_ROLES)
  return [
    { ...NOBODY, name: 'anonymous', kind: 'anonymous' },
    person(people, 'inactive', { kind: 'inactive' }),
    person(people, 'outsider'),
    ...roles.map(([role, ordinal]) => person(people, `project ${role}`, { projectRole: ordinal })),
    person(people, 'assignee', { projectRole: 100, isAssignee: true }),
    ...roles.map(([role, ordinal]) => person(people, `program ${role}`, { programRole: ordinal })),
    person(people, 'workspace admin', { workspaceRole: 300 }),
    person(people, 'workspace owner', { workspaceRole: 400 }),
    person(people, 'superuser', { workspaceRole: 400, isSuperuser: true }),
    ...(await personalTokens(app, people)),
    ...(await integrationTokens(app, sites)),
  ]
}

/** Somebody who owns project and program alike; stands for an attacker with all rights at home. */
export const makeSteward = (people: People) => person(people, 'steward', { projectRole: 400, programRole: 400 })

async function personalTokens(app: TestApp, people: People): Promise<Caller[]> {
  const soon = new Date(Date.now() + 86_400_000)
  const long = new Date(Date.now() - 86_400_000)
  const of = async (owner: string, name: string, columns: object, more: Partial<Caller>): Promise<Caller> => {
    const raw = await storeToken(app, { owner_id: people[owner]?.account.id, scopes: ['legacy:full'], ...columns })
    return person(people, owner, { name, token: raw, kind: 'personal', ...more })
  }
  const owning = { projectRole: 400 }
  const agent = { scopes: ['mcp:read'], expires_at: soon }
  return [
    await of('project owner', 'personal token', {}, owning),
    await of('workspace owner', 'workspace owner token', {}, { workspaceRole: 400 }),
    await of('project owner', 'agent token', agent, { ...owning, kind: 'agent' }),
    await of('superuser', 'superuser agent token', agent, { workspaceRole: 400, isSuperuser: true, kind: 'agent' }),
    await of('project owner', 'revoked token', { revoked_at: long }, { kind: 'inactive' }),
    await of('project owner', 'expired token', { expires_at: long }, { kind: 'inactive' }),
    await of('inactive', 'token of the inactive', {}, { kind: 'inactive' }),
  ]
}

/** Two tokens of each site, by its project and by its program. */
async function integrationTokens(app: TestApp, sites: Readonly<Record<State, Site>>): Promise<Caller[]> {
  const callers: Caller[] = []
  for (const home of Object.keys(sites) as State[]) {
    for (const kind of ['project', 'program'] as const) {
      const columns = { [`${kind}_id`]: sites[home].ids[kind], scopes: ['legacy:full'] }
      const name = home === 'active' ? `${kind} token` : `${kind} token of ${home}`
      callers.push({ ...NOBODY, name, kind: 'integration', home, token: await storeToken(app, columns) })
    }
  }
  return callers
}

async function storeToken(app: TestApp, columns: object): Promise<string> {
  const raw = `svc_${newId().replace(/-/g, '').repeat(2)}`
  const all = { token_hash: hashToken(raw), token_prefix: raw.slice(4, 12), name: 'Test', ...columns }
  const names = Object.keys(all)
  await app.sql(
    `insert into api_tokens (id, ${names.join(', ')}) values (gen_random_uuid(), ${names.map((_, i) => `$${i + 1}`).join(', ')})`,
    Object.values(all),
  )
  return raw
}

export async function idOfToken(app: TestApp, { token }: Caller): Promise<string> {
  const rows = await app.sql<{ id: string }>('select id from api_tokens where token_hash = $1', [
    hashToken(token as string),
  ])
  return rows[0]?.id as string
}
