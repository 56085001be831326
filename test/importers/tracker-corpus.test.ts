import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { runCpm } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { readPlan } from '../../importers/read-plan.ts'

const corpus = new URL('../../../shared/corpus/tracker/', import.meta.url)

/** Counted by hand in the files: issues, "Blocks" pairs, people, issues under another one of the file, finished ones. */
const EXPECTED: Record<string, [issues: number, links: number, people: number, children: number, finished: number]> = {
  'cloud-39-issues-epics.xml': [39, 0, 4, 0, 30],
  'cloud-5-issues-links.xml': [5, 2, 0, 0, 3],
  'handmade-2-issues.xml': [2, 0, 2, 0, 1],
  'server-8.5-15-issues.xml': [15, 0, 0, 4, 0],
}

t.test('real exports', { skip: existsSync(corpus) ? false : 'the corpus is not beside this checkout' }, async (t) => {
  for (const [name, [issues, links, people, children, finished]] of Object.entries(EXPECTED)) {
    const plan = readPlan(readFileSync(new URL(name, corpus)), name)
    t.same(
      [
        plan.tasks.length,
        plan.dependencies.length,
        plan.resources.length,
        plan.tasks.filter((task) => task.parent !== null).length,
        plan.tasks.filter((task) => task.status === 'COMPLETE').length,
      ],
      [issues, links, people, children, finished],
      name,
    )
    const result = runCpm(buildGraph(columnsFromPlan(plan)))
    t.ok(
      result.isScheduled.some((scheduled) => scheduled === 1),
      `${name} can be scheduled`,
    )
  }
})
