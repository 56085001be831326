/**
 * What a team does not share is told by no write either: every write is done by a manager on a project all of whose points
 * are one number that nothing else has. Its reply is looked through, and what sockets and webhooks would have been told.
 */
import t from 'tap'
import { isWrite } from '../../api/platform/http/route.ts'
import { routes } from '../../api/server/routes.ts'
import { sql } from '../support/sql.ts'
import { OPERATIONS } from './operations.ts'
import { markPoints, OF_SPRINTS, OF_TASKS, tells } from './points.ts'
import { callOf, each, send } from './send.ts'
import { buildWorld } from './world.ts'

t.setTimeout(600_000)

/** Sprints are a plan that everybody works by, and are never masked. */
const ANSWERS_SPRINTS =
  /^\w+ \/(projects\/\{\w+\}\/sprints\/|sprints\/\{\w+\}\/((activate|cancel|promote-to-milestone|unbind-milestone)\/)?$)/

t.test('points that a team keeps to itself', async (t) => {
  const world = await buildWorld(t)
  await markPoints(world, world.sites.active)
  let told = ''
  world.onUndo = async (em) => {
    const [known] = await world.app.sql<{ id: string }>('select coalesce(max(id), 0) as id from outbox_events')
    const rows = await sql<{ text: string }>(
      { em },
      `select concat(socket_payload, ' ', webhook_payload) as text from outbox_events where id > $1
       union all select d.body from webhook_deliveries d where d.created_at >= now()`,
      [known?.id],
    )
    told = rows.map(({ text }) => text).join('\n')
  }
  const names = routes
    .filter(isWrite)
    .map((route) => `${route.method} ${route.path}`)
    .filter((name) => name in OPERATIONS)

  async function telling(caller: string) {
    const client = world.as(world.caller(caller))
    const found: string[] = []
    let done = 0
    await each(names, 1, async (name) => {
      told = ''
      const { status, text } = await send(client, callOf(name, world.sites.active))
      if (status < 300) done++
      if (!ANSWERS_SPRINTS.test(name)) {
        if (tells(text, OF_TASKS)) found.push(`${name}: its reply`)
        if (tells(text, OF_SPRINTS)) found.push(`${name}: its reply tells of sprints`)
      }
      if (tells(told, OF_TASKS)) found.push(`${name}: its events`)
    })
    t.ok(done > 100, `${caller}: ${done} writes were done`)
    return found.sort()
  }

  for (const caller of ['project manager', 'project owner']) t.strictSame(await telling(caller), [], caller)
  await world.app.sql(
    `insert into team_signals (project_id, signal, audience, ceiling) values ($1, 'velocity', 'team_sm_pm', 'team_sm_pm')
     on conflict (project_id, signal) do update set audience = excluded.audience, ceiling = excluded.ceiling`,
    [world.sites.active.ids.project],
  )
  const shared = await telling('project manager')
  for (const name of ['POST /tasks/{id}/restore/', 'PATCH /tasks/{id}/', 'POST /projects/{id}/tasks/bulk/'])
    t.ok(shared.includes(`${name}: its reply`), `once shared they read them in ${shared.join(', ')}`)
})
