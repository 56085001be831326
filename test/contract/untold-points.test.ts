/**
 * What a team does not share is told nowhere: every read of the API is asked by managers and by people of the team, on a
 * project all of whose points are one number that nothing else has. Its multiples are sums.
 */
import t from 'tap'
import { isWrite } from '../../api/platform/http/route.ts'
import { routes } from '../../api/server/routes.ts'
import { OPERATIONS } from './operations.ts'
import { markPoints, OF_SPRINTS, OF_TASKS, tells } from './points.ts'
import { callOf, each } from './send.ts'
import { buildWorld } from './world.ts'

t.setTimeout(600_000)

/** Sprints and their burn are a plan that everybody works by, and are never masked. */
const TOLD_TO_ALL = /^\/(projects\/\{\w+\}\/(sprints|burn)|sprints\/\{\w+\})(\/|\/burndown\/|\/burndown\.svg|\.svg)$/
/** Carry sprints as they are beside tasks that are not; an outcome tells what was committed to and completed. */
const WITH_SPRINTS = /^\/(projects\/\{\w+\}\/sync|me\/active-sprints|sprints\/\{\w+\}\/outcome)\/$/

t.test('points that a team keeps to itself', async (t) => {
  const world = await buildWorld(t)
  const { project } = world.sites.active.ids
  await markPoints(world, world.sites.active)
  const reads = routes.filter((route) => !isWrite(route) && `GET ${route.path}` in OPERATIONS)
  const telling = async (name: string) => {
    const client = world.as(world.caller(name), 'real')
    const found: string[] = []
    await each(reads, 4, async (route) => {
      const { path } = callOf(`GET ${route.path}`, world.sites.active)
      const answers = [await client.get(path), await client.get(path, { Accept: 'image/svg+xml' })]
      for (const { status, text } of answers) {
        if (status !== 200) continue
        if (tells(text, OF_TASKS) && !TOLD_TO_ALL.test(route.path)) found.push(`${route.path}: points of tasks`)
        const isOfSprint = TOLD_TO_ALL.test(route.path) || WITH_SPRINTS.test(route.path)
        if (tells(text, OF_SPRINTS) && !isOfSprint) found.push(`${route.path}: points of sprints`)
      }
    })
    const { alpha } = world.sites.active.ids
    const plan = '{"format":"svc-plan/1","start_date":"2026-01-05","tasks":[{"id":"1","duration":2}]}'
    const writes = [
      await client.upload(`/projects/${project}/schedule/difference/`, { name: 'plan.json', bytes: plan }),
      await client.patch(`/tasks/${alpha}/?dry_run=true`, { story_points: 3 }),
    ]
    for (const [place, { status, text }] of writes.entries())
      if (status === 200 && tells(text, OF_TASKS))
        found.push(['an uploaded plan compared', 'a dry run'][place] as string)
    return [...new Set(found)].sort()
  }

  const team = await telling('project member')
  t.ok(team.length >= 12, `the team reads them at ${team.length} addresses: ${team.join(', ')}`)
  for (const place of ['/tasks/', '/tasks/{id}/', '/projects/{id}/sync/', '/projects/{id}/product-backlog/'])
    t.ok(team.includes(`${place}: points of tasks`), place)
  t.ok(team.includes('an uploaded plan compared'))
  for (const name of ['project manager', 'project owner', 'agent token', 'program manager', 'superuser', 'outsider'])
    t.strictSame(await telling(name), [], name)
})
