import t from 'tap'
import type { TestUser } from '../../support/start-app.ts'
import { setStage } from '../sprints/sprint-stage.ts'

t.test('pictures of how a team works', async (t) => {
  const stage = await setStage(t)
  const { app, project, member, manager, outsider, owner } = stage
  const sprint = await stage.sprint({ name: 'Quay & crane', start_date: '2026-03-09', finish_date: '2026-03-20' })
  await stage.task({ sprint, story_points: 8, status: 'COMPLETE', percent_complete: 100 })
  await stage.task({ sprint, story_points: 5 })
  await stage.activate(sprint)
  await owner.post(`/sprints/${sprint}/close/`)
  await app.runJobs()
  const at = `/projects/${project.id}`
  const KINDS = [
    [`/sprints/${sprint}/burndown/`, 'Quay &amp; crane: burndown'],
    [`${at}/burn/`, ': burndown</text>'],
    [`${at}/velocity/`, ': velocity</text>'],
    [`${at}/flow-metrics/`, ': cumulative flow</text>'],
  ] as const
  const svgOf = (path: string, user: TestUser = member) =>
    user.request('GET', path, undefined, { Accept: 'image/svg+xml' })

  await t.test('come from the address of the figures for who asks for SVG, else the figures do', async (t) => {
    for (const [path, title] of KINDS) {
      const drawn = await svgOf(path)
      t.equal(drawn.status, 200, path)
      t.match(drawn.headers.get('content-type'), /^image\/svg\+xml/)
      t.match(drawn.headers.get('content-security-policy'), "default-src 'none'")
      t.match(drawn.headers.get('vary'), /Accept/)
      t.ok(drawn.text.startsWith('<svg xmlns="http://www.w3.org/2000/svg" class="picture"'), path)
      t.ok(drawn.text.includes(title), title)
      t.match((await member.get(path)).headers.get('content-type'), /^application\/json/)
      t.equal((await svgOf(path)).text, drawn.text, 'the same bytes again')
      t.equal((await member.get(path.replace(/\/$/, '.svg'))).text, drawn.text, 'and under an address of their own')
    }
  })

  await t.test('show what was asked for', async (t) => {
    const burnup = (await member.get(`${at}/burn.svg?chart_type=burnup&metric=points`)).text
    t.match(burnup, ': burn-up</text>')
    t.match(burnup, '>points</text>')
    t.match((await member.get(`${at}/burn.svg?chart_type=combined`)).text, 'burndown and burn-up')
    t.equal((await member.get(`${at}/burn.svg?chart_type=pie`)).status, 400)
    t.match((await member.get(`${at}/velocity.svg`)).text, 'Quay &amp; crane: 8 points')
  })

  await t.test('tell nobody what the figures do not', async (t) => {
    const velocity = (await svgOf(`${at}/velocity/`, manager)).text
    t.match(velocity, 'The team does not share its points with you.')
    t.notMatch(velocity, '8 points')
    const flow = (await manager.get(`${at}/flow-metrics.svg`)).text
    t.match(flow, 'The team does not share how its work flows with you.')
    t.notMatch(flow, 'class="complete band"')
    for (const [path] of KINDS) t.equal((await svgOf(path, outsider)).status, 404, path)
  })
})
