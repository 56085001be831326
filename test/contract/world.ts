/**
 * The world of the contract tests: one project and one program in each state, the same people in all of them, and every
 * kind of caller. The second address serves the same database but undoes each write, so that everything a caller may do
 * can be tried over and over on the same rows.
 */

import type { Services } from '../../api/platform/context.ts'
import type { EntityManager } from '../../api/platform/db/orm.ts'
import { newId } from '../../api/platform/ids.ts'
import { startApi } from '../../api/server/main.ts'
import { Client } from '../support/client.ts'
import { startApp, type TestApp } from '../support/start-app.ts'
import { idOfToken, makeCallers, makeSteward } from './world/callers.ts'
import { type Caller, type Site, STATES, type State } from './world/kinds.ts'
import { ok } from './world/made.ts'
import { joinAll, joinBoth, makeBystanders, makePeople } from './world/people.ts'
import { makeShared } from './world/shared.ts'
import { enterState, makeSite } from './world/site.ts'

export type { Caller, CallerKind, Site, State } from './world/kinds.ts'
export { STATES } from './world/kinds.ts'

export interface World {
  readonly app: TestApp
  /** Address of the server that undoes every write. */
  readonly dryUrl: string
  readonly callers: readonly Caller[]
  /** The owner of every site's project and program. */
  readonly steward: Caller
  readonly sites: Readonly<Record<State, Site>>
  /** Ids of the same shape that nothing has. */
  readonly ghost: Site
  /** Another site in use: the steward has this role in it, and nobody else of the callers any. */
  addSite(name: string, stewardRole: number | null): Promise<Site>
  caller(name: string): Caller
  /** A client of the address that commits, or of the one that undoes. */
  as(caller: Caller, mode?: 'dry' | 'real'): Client
  /** Called inside each transaction of the undoing server, before it is undone. */
  onUndo: ((em: EntityManager) => Promise<void>) | null
  /** A hash of each table; the log of agents and the time a token was last seen are left out. */
  hash(): Promise<Record<string, string>>
}

export async function buildWorld(t: { teardown: (work: () => Promise<void>) => void }): Promise<World> {
  const app = await startApp(t, { env: { SVC_LOG_LEVEL: 'error' } })
  const people = await makePeople(app)
  const builder = await app.user('builder', { isSuperuser: true })
  const shared = await makeShared(app, builder)
  const sites = {} as Record<State, Site>
  for (const state of STATES) {
    const plot = { app, builder, name: state, ids: { ...shared } }
    await makeSite(plot)
    await makeBystanders(app, plot.ids)
    await joinAll(app, people, plot.ids)
    await enterState(plot, state)
    sites[state] = { state, ids: plot.ids }
  }
  const callers = await makeCallers(app, people, sites)
  await rememberTokens(app, callers, Object.values(sites))
  await settle(app)
  const hook: Pick<World, 'onUndo'> = { onUndo: null }
  const dry = await startApi(undoing(app.services, hook), { ...app.services.config, port: 0 })
  t.teardown(() => dry.close())
  const ghostIds = Object.fromEntries(Object.keys(sites.active.ids).map((key) => [key, newId()]))
  return Object.assign(hook, {
    app,
    dryUrl: dry.address,
    callers,
    steward: makeSteward(people),
    sites,
    ghost: { state: 'ghost' as const, ids: { ...ghostIds, spare: shared.spare as string, sample: 'no-such-sample' } },
    caller: (name: string) => namedCaller(callers, name),
    as: (caller: Caller, mode: 'dry' | 'real' = 'dry') =>
      new Client(mode === 'dry' ? dry.address : app.url, caller.token),
    hash: () => hashTables(app),
    addSite: async (name: string, stewardRole: number | null) => {
      const plot = { app, builder, name, ids: { ...shared } }
      await makeSite(plot)
      await makeBystanders(app, plot.ids)
      if (stewardRole !== null) await joinBoth(app, plot.ids, people.steward?.account.id as string, stewardRole)
      await settle(app)
      return { state: 'foreign' as const, ids: plot.ids }
    },
  })
}

function namedCaller(callers: readonly Caller[], name: string): Caller {
  const found = callers.find((one) => one.name === name)
  if (!found) throw new Error(`no caller ${name}`)
  return found
}

/** A token to be revoked and a line of the log of agents: both of the project owner's account. */
async function rememberTokens(app: TestApp, callers: readonly Caller[], sites: readonly Site[]): Promise<void> {
  const agent = namedCaller(callers, 'agent token')
  await ok(new Client(app.url, agent.token).get('/auth/me/'))
  const [action] = await app.sql<{ id: string }>('select id from agent_actions')
  const own = { personalToken: await idOfToken(app, agent), agentAction: action?.id as string }
  for (const { ids } of sites) Object.assign(ids, own)
}

/** The sample's rows, so that what only works on samples can be asked of the active site. */
async function settle(app: TestApp): Promise<void> {
  await app.runJobs()
  // The pass resolved the made-up slip, as nothing pushes its task.
  await app.sql(`update slip_conflicts set resolution = 'unresolved', resolved_at = null`)
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

/**
 * What was refused at the door of git deliveries is kept for those who set it up, and mails count against their limit also where
 * the write that wanted one is refused: both are no change.
 */
async function hashTables(app: TestApp): Promise<Record<string, string>> {
  const tables = await app.sql<{ name: string }>(
    `select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
     where (schemaname = 'public' and tablename not like 'agent\\_%'
         and tablename not in ('git_automations', 'mail_minutes')) or (schemaname = 'graphile_worker' and tablename = '_private_jobs') order by 1`,
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
