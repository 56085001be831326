/**
 * Every operation, every kind of caller, on what is in use, archived, closed and in the trash, against
 * `operations.ts`.
 *
 * Seen failing with `atLeast` of api/access/roles.ts answering true for every member, with `isReadOnly` of
 * api/access/project-scope.ts left out, with `canStaff` of api/people/people.policy.ts asking for Team Members only, and
 * with the text of closed programs taken from archived projects.
 */
import { parseArgs } from 'node:util'
import t from 'tap'
import { routes } from '../../api/server/routes.ts'
import { OPERATIONS, type Outcome } from './operations.ts'
import { type Call, callOf, each, operationOf, send } from './send.ts'
import { buildWorld, type Caller, type Site, STATES, type State, type World } from './world.ts'

const { values: options } = parseArgs({ options: { everyone: { type: 'boolean', default: false } }, strict: false })
const WIDTH = 8
/** Who is enough where only the state is new; `--everyone` asks all in each state. */
const IN_OTHER_STATES = new Set([
  'outsider',
  'project viewer',
  'project owner',
  'assignee',
  'program viewer',
  'program owner',
  'superuser',
  'personal token',
  'agent token',
])

const mounted = routes.map((route) => `${route.method} ${route.path}`)
const names = mounted.filter((name) => name in OPERATIONS)

interface Trial {
  readonly name: string
  readonly caller: Caller
  readonly state: State
  readonly outcome: Outcome
}

function trials(world: World): Trial[] {
  return names.flatMap((name) => {
    const { isScoped } = operationOf(name)
    return STATES.filter((state) => state === 'active' || isScoped).flatMap((state) => trialsIn(world, name, state))
  })
}

function trialsIn(world: World, name: string, state: State): Trial[] {
  const { expect, slow, byTokens } = operationOf(name)
  const asks = ({ name, home }: Caller) =>
    home === null
      ? options.everyone || state === 'active' || IN_OTHER_STATES.has(name)
      : home === 'active' && state === 'active'
  const all = world.callers
    .filter((caller) => asks(caller) || (byTokens && caller.home !== null))
    .map((caller) => ({ name, caller, state, outcome: expect(caller, state, !name.startsWith('GET ')) }))
  if (!slow) return all
  return [...new Map(all.map((trial) => [`${trial.caller.kind} ${trial.outcome}`, trial])).values()]
}

t.setTimeout(600_000)

t.test('access', async (t) => {
  t.test('every operation has its line, and every line its operation', async (t) => {
    t.strictSame(
      Object.keys(OPERATIONS).filter((name) => !mounted.includes(name)),
      [],
    )
    t.strictSame(
      mounted.filter((name) => !(name in OPERATIONS)),
      [],
    )
  })

  const world = await buildWorld(t)
  const all = trials(world)

  const run = async (mode: 'dry' | 'real', chosen: Trial[]) => {
    const wrong: string[] = []
    await each(chosen, WIDTH, async ({ name, caller, state, outcome }) => {
      const answer = await send(world.as(caller, mode), callOf(name, world.sites[state]))
      const isRight = outcome === 'done' ? answer.status < 300 : answer.status === outcome
      if (!isRight)
        wrong.push(
          `${name} by ${caller.name} on ${state}: ${answer.status}, not ${outcome}: ${answer.text.slice(0, 160)}`,
        )
    })
    return wrong.sort()
  }

  t.test('who may do it gets it done', async (t) => {
    t.strictSame(
      await run(
        'dry',
        all.filter(({ outcome }) => outcome === 'done'),
      ),
      [],
    )
  })

  t.test('everybody else is refused, and a refusal changes nothing', async (t) => {
    const before = await world.hash()
    t.strictSame(
      await run(
        'real',
        all.filter(({ outcome }) => outcome !== 'done'),
      ),
      [],
    )
    t.strictSame(await world.hash(), before)
  })

  t.test('what is hidden reads like what does not exist', async (t) => {
    const outsider = world.as(world.caller('outsider'), 'real')
    const different: string[] = []
    await each(
      names.filter((name) => operationOf(name).isScoped && !operationOf(name).public),
      WIDTH,
      async (name) => {
        const absent = await send(outsider, callOf(name, world.ghost))
        for (const site of Object.values(world.sites)) {
          const hidden = await send(outsider, callOf(name, site))
          if (hidden.status !== absent.status || hidden.text !== absent.text)
            different.push(
              `${name} on ${site.state}: ${hidden.status} ${hidden.text} and ${absent.status} ${absent.text}`,
            )
        }
      },
    )
    t.strictSame(different.sort(), [])
  })

  t.test('what an outsider reads names nothing of a project', async (t) => {
    const outsider = world.caller('outsider')
    const told: string[] = []
    const { active, archived } = world.sites
    const isOwn = (key: string) => active.ids[key] !== archived.ids[key]
    const readable = names.filter((name) => name.startsWith('GET ') && !operationOf(name).public)
    await each(readable, WIDTH, async (name) => {
      for (const { state, ids } of Object.values(world.sites)) {
        const call = callOf(name, { state, ids })
        const { text } = await send(world.as(outsider, 'real'), call)
        const found = Object.entries(ids).filter(([key, id]) => isOwn(key) && text.includes(id))
        if (found.length > 0) told.push(`${call.path} on ${state}: ${found.map(([key]) => key)}`)
      }
    })
    t.strictSame(told.sort(), [])
  })

  t.test('what is read-only says why', async (t) => {
    const steward = world.as(world.steward, 'real')
    const wrong: string[] = []
    await each(
      names.filter((name) => !name.startsWith('GET ') && operationOf(name).isScoped),
      WIDTH,
      async (name) => {
        for (const state of ['archived', 'closed'] as const) {
          const { expect } = operationOf(name)
          // What is its author's alone is nobody else's in any state.
          if (expect(world.steward, state, true) !== 403 || expect(world.steward, 'active', true) === 403) continue
          const { status, text } = await send(steward, callOf(name, world.sites[state]))
          const why = state === 'archived' ? 'This project is archived' : 'This program is closed'
          if (status !== 403 || !text.includes(why)) wrong.push(`${name} on ${state}: ${status} ${text}`)
        }
      },
    )
    t.strictSame(wrong.sort(), [])
  })

  t.test('a row of elsewhere reads like one that does not exist', async (t) => {
    const different: string[] = []
    await each(nestedCalls(world), WIDTH, async ({ name, foreign, absent, caller }) => {
      const [first, second] = [await send(world.as(caller), foreign), await send(world.as(caller), absent)]
      if (first.status < 400 || first.status !== second.status || first.text !== second.text)
        different.push(`${name}: ${first.status} ${first.text} and ${second.status} ${second.text}`)
    })
    t.strictSame(different.sort(), [])
  })
  t.comment(`${all.length} trials over ${names.length} operations`)
})

/** A row below a project or program of one's own, named by an id of another project or by no id at all. */
function nestedCalls(world: World): { name: string; foreign: Call; absent: Call; caller: Caller }[] {
  const { active, archived } = world.sites
  return names
    .filter((name) => /^\w+ \/(projects|programs)\/\{id\}\/.*\{/.test(name))
    .map((name) => {
      const owned = name.includes('/programs/') ? 'program' : 'project'
      const withIdsOf = (other: Site): Site => ({
        state: 'active',
        ids: { ...other.ids, [owned]: active.ids[owned] as string },
      })
      const caller = world.caller(`${owned} owner`)
      return { name, foreign: callOf(name, withIdsOf(archived)), absent: callOf(name, withIdsOf(world.ghost)), caller }
    })
}
