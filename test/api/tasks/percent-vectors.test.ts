import { readFileSync } from 'node:fs'
import t from 'tap'
import { startApp } from '../../support/start-app.ts'
import { buildProject } from './support/build-project.ts'

interface Leaf {
  mode: string | null
  duration: number
  percent: number
  points?: number
  remaining?: number
  done?: boolean
}

const VECTORS: { cases: { name: string; percent: number | null; leaves: Leaf[] }[] } = JSON.parse(
  readFileSync(new URL('../../../fixtures/vectors/percent-rollup.json', import.meta.url), 'utf8'),
)

t.test('the database rolls percentages up as the vectors say', async (t) => {
  const app = await startApp(t)
  const project = await buildProject(app)
  const make = async (body: object) =>
    (await app.owner.post('/tasks/', { project: project.id, name: 'x', ...body })).body
  for (const { name, percent, leaves } of VECTORS.cases) {
    const phase = await make({ name })
    for (const leaf of leaves) {
      const { id } = await make({ parent_id: phase.id })
      await app.sql(
        `update tasks set duration = $2, percent_complete = $3, story_points = $4, remaining_points = $5, status = $6,
           delivery_mode = coalesce($7, delivery_mode) where id = $1`,
        [
          id,
          leaf.duration,
          leaf.percent,
          leaf.points ?? null,
          leaf.remaining ?? null,
          leaf.done ? 'COMPLETE' : 'IN_PROGRESS',
          leaf.mode,
        ],
      )
    }
    // Without a mean a phase shows what is stored on it, which is nothing done.
    const { body } = await app.owner.get(`/tasks/${phase.id}/`)
    t.equal(body.percent_complete, percent ?? 0, name)
  }
})
