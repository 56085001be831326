/**
 * The ids of other people's rows: every id that a request names is exchanged for one of a project that the caller does
 * not see, and of one where the caller only looks on, one at a time and all at once. The caller owns the project and the
 * program at home. A foreign id reads like one that nothing has, and nothing changes, neither there nor at home.
 *
 * Seen failing with the project left out of the search for a label: 9 faults, and labels changed on both sides.
 */
import t from 'tap'
import type { ZodType } from 'zod'
import { isWrite, type Route } from '../../api/platform/http/route.ts'
import { routes } from '../../api/server/routes.ts'
import type { Answer } from '../support/client.ts'
import { idFieldsOf, withField } from './id-fields.ts'
import { callOf, each, operationOf, send } from './send.ts'
import { buildWorld, type Caller, type Site, type World } from './world.ts'

const WIDTH = 6
/** Kinds of rows that a field could be made to name. */
const KINDS = [
  'project',
  'program',
  'alpha',
  'link',
  'label',
  'roster',
  'importRequest',
  'structural',
  'projectMember',
  'bystander',
] as const
/** Answers that say of each row what became of it: what is not one's own is told apart there. */
const BY_ROW = new Set([
  'POST /projects/{id}/tasks/bulk/',
  'POST /projects/{id}/acceptance-results/',
  'POST /sprints/{id}/scope-changes/accept/',
  'POST /sprints/{id}/scope-changes/reject/',
])
/** An order is of a whole set: with an id that is not in it, it is stale. */
const OF_WHOLE_SETS = new Set([
  'POST /sprints/{id}/reorder/',
  'POST /sprints/{id}/demo-list/reorder/',
  'POST /projects/{id}/product-backlog/reorder/',
])
/** An account that is no member is told from one that does not exist; both are found by searching for users anyway. */
const TELLS_ACCOUNTS = new Set(['POST /projects/{id}/transfer/', 'POST /programs/{id}/transfer-sponsorship/'])
/** Ids that clients make for requests of their own; they name nothing. */
const MINTED = new Set(['client_batch_id'])
/** Accounts: whoever shares a roster with them may name them. */
const PEOPLE = new Set(['bystander', 'former'])
/** Templates: whoever looks on may take one into a project of their own. */
const LENT = new Set(['template'])
/** A project that can be read lends its settings. */
const READABLE_IS_ENOUGH = 'POST /projects/: copy_settings_from takes a project'

t.setTimeout(600_000)

t.test('ids of elsewhere', async (t) => {
  const world = await buildWorld(t)
  const hidden = await world.addSite('hidden', null)
  const watched = await world.addSite('watched', 1)
  const before = await world.hash()
  const trials = routes.flatMap((route) => exchanges(world, `${route.method} ${route.path}`))

  t.test('of a project out of sight', async (t) => {
    const faults: string[] = []
    await each(trials, WIDTH, async ({ name, caller, keys }) => {
      const client = world.as(caller, BY_ROW.has(name) ? 'dry' : 'real')
      const foreign = await send(client, callOf(name, mixed(world, hidden, keys)))
      const absent = await send(client, callOf(name, mixed(world, world.ghost, keys)))
      const isStale = OF_WHOLE_SETS.has(name) && foreign.status === 409
      const isRefused =
        [400, 404].includes(foreign.status) || isStale || (caller.kind === 'integration' && foreign.status === 401)
      const isEmptyRead = name.startsWith('GET ') && foreign.status === 200
      if (!isRefused && !isEmptyRead && !BY_ROW.has(name)) faults.push(`${name} with ${keys}: ${told(foreign)}`)
      else if (normal(foreign) !== normal(absent) && !TELLS_ACCOUNTS.has(name))
        faults.push(`${name} with ${keys}: ${told(foreign)} and not ${told(absent)}`)
    })
    t.strictSame(faults.sort(), [])
    t.strictSame(await world.hash(), before)
    t.ok(trials.length > 150, `${trials.length} exchanges`)
  })

  t.test('of a project where one only looks on', async (t) => {
    const faults: string[] = []
    const onlooker = { ...world.steward, projectRole: 1, programRole: 1 }
    await each(trials, WIDTH, async ({ name, caller, keys }) => {
      const isRead = name.startsWith('GET ')
      // A row that is read under its own project is no exchange, nor is what onlookers may write.
      if (isRead ? keys.length > 1 || idsInPath(name) < 2 : isDone(name, onlooker)) return
      if (BY_ROW.has(name) || keys.every((key) => PEOPLE.has(key) || LENT.has(key))) return
      const answer = await send(world.as(caller, 'real'), callOf(name, mixed(world, watched, keys)))
      const isRefused = isRead ? [403, 404].includes(answer.status) : answer.status >= 400 && answer.status < 500
      if (!isRefused) faults.push(`${name} with ${keys}: ${told(answer)}`)
    })
    t.strictSame(faults.sort(), [])
    t.strictSame(await world.hash(), before)
  })

  t.test('in every field that takes an id', async (t) => {
    const faults: string[] = []
    let sent = 0
    const writes = routes.filter((route) => route.body && isAllowed(world, nameOf(route)) && !BY_ROW.has(nameOf(route)))
    await each(writes, WIDTH, async (route) => {
      const name = nameOf(route)
      const call = callOf(name, world.sites.active)
      const client = world.as(callerOf(world, name), 'dry')
      for (const path of idFieldsOf(route.body as ZodType)) {
        if (MINTED.has(path.join('.'))) continue
        const offer = (id: string) => client.request(route.method, call.path, withField(call.body ?? {}, path, id))
        const absent = await offer(world.ghost.ids.label as string)
        for (const kind of KINDS) {
          const what = `${name}: ${path.join('.')} takes a ${kind}`
          const [unseen, seen] = [await offer(hidden.ids[kind] as string), await offer(watched.ids[kind] as string)]
          sent += 2
          if (unseen.status < 300 || (normal(unseen) !== normal(absent) && !TELLS_ACCOUNTS.has(name)))
            faults.push(`${what}: ${told(unseen)} and not ${told(absent)}`)
          if (seen.status < 300 && !PEOPLE.has(kind) && what !== READABLE_IS_ENOUGH)
            faults.push(`${what}: ${told(seen)}`)
        }
      }
    })
    t.strictSame(faults.sort(), [])
    t.comment(`${sent} bodies`)
  })

  t.test('in every query that takes an id', async (t) => {
    const faults: string[] = []
    let sent = 0
    const reads = routes.filter((route) => !isWrite(route) && route.query && isAllowed(world, nameOf(route)))
    await each(reads, WIDTH, async (route) => {
      const name = nameOf(route)
      const [address, given = ''] = callOf(name, world.sites.active).path.split('?')
      for (const [field] of idFieldsOf(route.query as ZodType)) {
        const ask = (id: string) => {
          const query = new URLSearchParams(given)
          query.set(field as string, id)
          return world.as(world.steward).get(`${address}?${query}`)
        }
        const absent = await ask(world.ghost.ids.label as string)
        for (const kind of KINDS) {
          const foreign = await ask(hidden.ids[kind] as string)
          sent++
          if (normal(foreign) !== normal(absent))
            faults.push(`${name}: ${field} of a ${kind}: ${told(foreign)} and not ${told(absent)}`)
        }
      }
    })
    t.strictSame(faults.sort(), [])
    t.comment(`${sent} queries`)
  })
})

interface Exchange {
  readonly name: string
  readonly caller: Caller
  /** What is of elsewhere. */
  readonly keys: readonly string[]
}

const nameOf = (route: Route) => `${route.method} ${route.path}`
const idsInPath = (name: string) => name.split('{').length - 1
const isDone = (name: string, caller: Caller) =>
  operationOf(name).expect(caller, 'active', !name.startsWith('GET ')) === 'done'
const callerOf = (world: World, name: string) =>
  operationOf(name).byTokens ? world.caller('project token') : world.steward
const isAllowed = (world: World, name: string) => isDone(name, callerOf(world, name))

/** Every id of an operation by itself, and all together; ids of the workspace are nobody's. */
function exchanges(world: World, name: string): Exchange[] {
  if (operationOf(name).public || !isAllowed(world, name)) return []
  const { active, archived } = world.sites
  const named = namedBy(name, active).filter((key) => active.ids[key] !== archived.ids[key])
  const sets = [...named.map((key) => [key]), ...(named.length > 1 ? [named] : [])]
  return sets.map((keys) => ({ name, caller: callerOf(world, name), keys }))
}

/** The keys of the rows that the request of an operation names. */
function namedBy(name: string, site: Site): string[] {
  const keys = new Set<string>()
  const ids = new Proxy(site.ids, {
    get: (target, key: string) => {
      keys.add(key)
      return target[key]
    },
  })
  callOf(name, { state: 'active', ids })
  return [...keys]
}

function mixed(world: World, other: Site, keys: readonly string[]): Site {
  const theirs = Object.fromEntries(keys.map((key) => [key, other.ids[key] as string]))
  return { state: 'active', ids: { ...world.sites.active.ids, ...theirs } }
}

const told = ({ status, text }: Answer<unknown>) => `${status} ${text.slice(0, 200)}`

/** An answer without ids and points in time. */
function normal({ status, text }: Answer<unknown>): string {
  return `${status} ${text}`
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '#')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)/g, '@')
}
