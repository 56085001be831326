/**
 * One rule for parameters that an operation does not list: ignored, as the published document says, or refused where the
 * caller asked for that with `Prefer: handling=strict`. Asked of every read, so that no list has a rule of its own.
 */
import t from 'tap'
import { isWrite } from '../../api/platform/http/route.ts'
import { UNKNOWN_NAMES_RULE } from '../../api/platform/http/unknown-names.ts'
import { routes } from '../../api/server/routes.ts'
import { OPERATIONS } from './operations.ts'
import { callOf, each, operationOf } from './send.ts'
import { buildWorld } from './world.ts'

t.setTimeout(600_000)

const STRICT = { Prefer: 'respond-async, handling=strict' }
/**
 * Says what time it is, or how the process fares; workbooks hold the time they were made, and share links when somebody
 * opened them, as another read beside does.
 */
const ALWAYS_OTHER = /^\/(health|readyz|status)\/|plan\.xlsx$|share-links\/$/

t.test('parameters that no operation knows', async (t) => {
  const world = await buildWorld(t)
  const faults: string[] = []
  let asked = 0
  const reads = routes.filter((route) => !isWrite(route) && `GET ${route.path}` in OPERATIONS)
  await each(reads, 4, async (route) => {
    const name = `GET ${route.path}`
    const caller = world.callers.find((one) => operationOf(name).expect(one, 'active', true) === 'done')
    if (!caller) return
    const { path } = callOf(name, world.sites.active)
    const client = world.as(caller)
    const odd = `${path}${path.includes('?') ? '&' : '?'}projekt=x&no_such_filter=1`
    const [plain, ignored, strict, refused] = [
      await client.get(path),
      await client.get(odd),
      await client.get(path, STRICT),
      await client.get(odd, STRICT),
    ]
    asked++
    if (ignored.status !== plain.status) faults.push(`${name}: ${plain.status} became ${ignored.status}`)
    if (ignored.text.length !== plain.text.length && !ALWAYS_OTHER.test(route.path))
      faults.push(`${name}: another answer`)
    if (strict.status !== plain.status)
      faults.push(`${name}: refused though it knows all: ${strict.text.slice(0, 100)}`)
    if (refused.status !== 400 || Object.keys(refused.body).sort().join() !== 'no_such_filter,projekt')
      faults.push(`${name}: strictly ${refused.status} ${refused.text.slice(0, 100)}`)
  })
  t.strictSame(faults.sort(), [])
  t.ok(asked > 60, `${asked} reads`)

  const document = (await world.as(world.steward).get('/schema/')).body
  t.ok(document.info.description.includes(UNKNOWN_NAMES_RULE), 'the document says so')
  const lists = Object.values(document.paths as Record<string, { get?: { parameters?: { name: string }[] } }>)
  const silent = lists.filter(({ get }) => {
    const names = get?.parameters?.map((one) => one.name) ?? []
    return names.includes('page') && !(names.includes('Prefer') && names.includes('If-None-Match'))
  })
  t.strictSame(silent, [], 'and every list how to be told')
})
