// `--stories 500 --seed 7` plays more of them; the seed of each is in the name of what failed.
import { parseArgs } from 'node:util'
import t, { type Test } from 'tap'
import { mulberry32 } from '../../../fixtures/generate/random.ts'
import { makeProject } from '../../support/projects.ts'
import { startApp, type TestApp } from '../../support/start-app.ts'
import { outlineOf, readTree, treeFaults } from '../../support/tree.ts'
import { makeSource, publish } from '../templates/template-projects.ts'
import { mintClient } from '../tokens/tokens.ts'
import { playAct, type Stage } from './support/tree-story.ts'

const { values } = parseArgs({
  options: { stories: { type: 'string' }, acts: { type: 'string' }, seed: { type: 'string' } },
  strict: false,
})
const STORIES = Number(values.stories ?? 2)
const ACTS = Number(values.acts ?? 80)
const firstSeed = Number(values.seed ?? Date.now() % 2 ** 31)

t.setTimeout(600_000)

async function setStage(app: TestApp, template: string, seed: number): Promise<Stage> {
  const project = await makeProject(app.owner, { methodology: 'WATERFALL' })
  const pusher = await mintClient(app, app.owner, {}, `/projects/${project.id}/api-tokens/`)
  const random = mulberry32(seed)
  return { app, projectId: project.id, template, pusher, random, rows: [], undos: [], named: [], made: 0 }
}

const TAKES_BACK = /^(group|ungroup|indent|outdent|reparent|reorder)$/

/** A refusal left everything as it was; what was deleted or moved can go back to it. */
async function checkAct(t: Test, stage: Stage, before: Stage['rows'], act: Awaited<ReturnType<typeof playAct>>) {
  const { name, answer } = act
  if (answer === null) return
  t.ok(answer.status < 500, `${name}: ${answer.status} ${answer.text.slice(0, 120)}`)
  if (answer.status >= 400) t.same(outlineOf(stage.rows), outlineOf(before), `a refused ${name} changed nothing`)
  const isMove = TAKES_BACK.test(name) && answer.body.operation_id
  const isDeletion = name === 'delete' && answer.status === 204
  if (!(isMove || isDeletion) || stage.random() < 0.6) return
  const address = isMove ? stage.undos.pop() : `/tasks/${await newestDeleted(stage)}/restore/`
  const back = await stage.app.owner.post(address as string)
  t.equal(back.status, 200, `${name} is taken back: ${back.text.slice(0, 120)}`)
  stage.rows = await readTree(stage.app.owner, stage.projectId)
  t.same(outlineOf(stage.rows), outlineOf(before), `after that all is as before ${name}`)
}

async function newestDeleted(stage: Stage): Promise<string> {
  return (await stage.app.owner.get(`/tasks/trash/?project=${stage.projectId}`)).body.results[0].id
}

async function playStory(t: Test, app: TestApp, template: string, seed: number): Promise<void> {
  const stage = await setStage(app, template, seed)
  const played: string[] = []
  for (let at = 0; at < ACTS; at++) {
    const before = stage.rows
    const act = await playAct(stage)
    played.push(`${act.name} ${act.answer?.status ?? ''}`)
    await checkAct(t, stage, before, act)
    const faults = treeFaults(stage.rows)
    if (faults.length === 0 && t.passing()) continue
    t.fail(`act ${at}: ${faults.slice(0, 5).join('; ')}`, { played: played.slice(-8) })
    return
  }
  t.comment(`${stage.rows.length} rows after ${ACTS} acts`)
}

t.test('whatever is done to a tree, each path is its parent’s path and a place of its own', async (t) => {
  const app = await startApp(t)
  const template = await publish(app.owner, await makeSource(app.owner), 'Road')
  for (let seed = firstSeed; seed < firstSeed + STORIES; seed++)
    await t.test(`--seed ${seed}`, (t) => playStory(t, app, template, seed))
})
