/** The names of the channel's events, held against part 6.2 of the specification where it lies beside the repository. */
import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { definedEvents } from '../../api/platform/events/define-event.ts'
import { SOCKET_EVENTS } from '../../api/platform/events/socket-events.ts'
import '../../api/server/routes.ts'
import '../../jobs/registry.ts'
import { WEBHOOK_EVENTS } from '../../api/webhooks/webhook-events.ts'

const SPECIFICATION = new URL('../../../shared/spec/interface.md', import.meta.url)
/** Words in the lists of part 6.2 that are fields and no events. */
const FIELDS = new Set(['dependency_ids', 'changed_fields', 'token_prefix', 'most_likely_duration'])
/** Told by the sockets themselves. */
const OWN = ['presence_join', 'presence_leave']

/** What no write causes yet. The list can only get shorter. */
const NOT_YET: readonly string[] = ['program_split']

t.test(
  'every name is one of the specification',
  { skip: !existsSync(SPECIFICATION) && 'it is not here' },
  async (t) => {
    const text = readFileSync(SPECIFICATION, 'utf8')
    const lists = text.slice(text.indexOf('Event types:'), text.indexOf('\nPayloads:', text.indexOf('Event types:')))
    const names = lists.split('\n').flatMap((line) => {
      const list = /^- [^:]+: (.*)$/.exec(line)?.[1] ?? ''
      return (list.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []).filter((word) => !FIELDS.has(word))
    })
    t.same(SOCKET_EVENTS.map(({ name }) => name as string).sort(), [...new Set(names)].sort())
    const outbound = text.slice(text.indexOf('### 6.1'), text.indexOf('One PATCH that reassigns'))
    const events = [...outbound.matchAll(/^\| ([a-z_., ]+\.[a-z_., ]+) \|/gm)].flatMap((row) => row[1]!.split(', '))
    t.same([...WEBHOOK_EVENTS].sort(), events.sort(), 'and so are those of webhooks: the 19 and no more')
  },
)

t.test('every name is declared by a room, or waits for its write', async (t) => {
  const declared = new Set([...definedEvents().flatMap(({ socket }) => socket ?? []), ...OWN])
  const missing = SOCKET_EVENTS.map(({ name }) => name as string).filter((name) => !declared.has(name))
  t.same(
    missing.filter((name) => !NOT_YET.includes(name)),
    [],
    'nothing that was declared is gone',
  )
  // Rooms land beside each other: a name that is declared by now is only pointed at.
  const done = NOT_YET.filter((name) => !missing.includes(name))
  if (done.length > 0) t.comment(`take out of NOT_YET: ${done.join(', ')}`)
  const webhooks = new Set(definedEvents().flatMap(({ webhook }) => webhook ?? []))
  t.same([...webhooks].sort(), [...WEBHOOK_EVENTS].sort(), 'each of the 19 is told by something, and nothing else is')
})
