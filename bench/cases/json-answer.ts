import { runCpm } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { scheduleDocument } from '../../compute/model/documents/schedule-document.ts'
import { scheduleJson } from '../../compute/model/documents/schedule-json.ts'
import { generatePlan } from '../../fixtures/generate/generate-plan.ts'
import type { BenchCase } from '../bench-case.ts'
import { hashAnswer } from '../hash-answer.ts'
import { repeatWork } from '../repeat-work.ts'

/** The body of a computed schedule as text, from columns. */
export const jsonAnswer: BenchCase = {
  name: 'json-answer',
  group: 'compute',
  summary: 'schedule document of a plan as JSON text: named tasks, dates, floats, driving links',
  unit: 'ms',
  sizeName: 'results',
  workName: 'result',
  quickSizes: [20_000],
  fullSizes: [1_000, 20_000, 100_000],
  aims: (size) => (size === 20_000 ? [{ of: 'median', atMost: 1.5 }] : []),
  warmUps: 3,
  samples: 30,
  prepare(size) {
    const plan = generatePlan({ taskCount: size, oddLinkShare: 0 })
    const columns = columnsFromPlan(plan)
    const result = runCpm(buildGraph(columns))
    const document = scheduleDocument(plan, result, columns)
    const facts = { bytes: 0 }
    return {
      sample: repeatWork({
        unit: 'ms',
        once: () => scheduleJson(columns, result),
        consume: (bytes) => bytes.length,
        hash: (bytes) => {
          facts.bytes = bytes.length
          return hashAnswer(bytes)
        },
      }),
      peers: [
        {
          name: 'objects made and JSON.stringify',
          isSameAnswer: true,
          sample: repeatWork({
            unit: 'ms',
            once: () => JSON.stringify(scheduleDocument(plan, result, columns)),
            consume: (text) => text.length,
            hash: (text) => hashAnswer(text),
          }),
        },
        {
          name: 'JSON.stringify of ready objects',
          isSameAnswer: true,
          sample: repeatWork({
            unit: 'ms',
            once: () => JSON.stringify(document),
            consume: (text) => text.length,
            hash: (text) => hashAnswer(text),
          }),
        },
      ],
      facts,
    }
  },
}
