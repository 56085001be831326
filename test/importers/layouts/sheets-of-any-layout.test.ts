// Small plans, each drawn up as a sheet by choices that people make independently of each other.
//
// SVC_PROPERTY_CASES=20000 SVC_PROPERTY_SEED=7 node test/importers/layouts/sheets-of-any-layout.test.ts

import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import t from 'tap'
import { readWithPreview } from '../../../importers/read-plan.ts'
import { judge } from './judge-sheet.ts'
import { type Layout, layouts, settle } from './layout-choices.ts'
import { leavesNoDoubt } from './leaves-no-doubt.ts'
import { buildModel, type PlanDraw, planDraw } from './plan-model.ts'
import { renderSheet } from './render-sheet.ts'
import { writeSheet } from './write-sheet.ts'

const CASES = Number(process.env.SVC_PROPERTY_CASES ?? 300)
const SEED = Number(process.env.SVC_PROPERTY_SEED ?? 20261128)
/** Among very many there are some that nobody would guess at; so few, one in so many, are no reason to fail. */
const SILENT_ONE_IN = 1000

const modelOf = (draw: PlanDraw, { outline, levels, language, root }: Layout) =>
  buildModel(draw, outline === 'none' ? 0 : levels, language, root)
const drawn = fc.tuple(planDraw, layouts)

t.test('what leaves no doubt is read exactly', (t) => {
  let count = 0
  fc.assert(
    fc.property(drawn, ([draw, layout]) => {
      const model = modelOf(draw, layout)
      if (!leavesNoDoubt(layout, model)) return
      count += 1
      const { differences, notes, sheet } = judge(model, layout)
      if (differences.length > 0) throw new Error(`${JSON.stringify(differences[0])}\n${sheet}\n${notes.join('\n')}`)
    }),
    { numRuns: CASES, seed: SEED },
  )
  t.ok(count > CASES / 50, `${count} sheets of ${CASES}`)
  t.end()
})

t.test('what is read otherwise than a person would is said, and most is read right', (t) => {
  const found = fc.sample(drawn, { numRuns: CASES, seed: SEED }).map(([draw, layout]) => {
    const { differences, sheet, notes } = judge(modelOf(draw, layout), layout)
    const silent = differences.find(({ isSaid }) => !isSaid)
    return {
      isRight: differences.length === 0,
      silent,
      told: `${JSON.stringify(silent)}\n${sheet}\n${notes.join('\n')}`,
    }
  })
  const silent = found.filter((sheet) => sheet.silent !== undefined)
  for (const { told } of silent.slice(0, 3)) t.comment(told)
  t.ok(silent.length <= CASES / SILENT_ONE_IN, `${silent.length} of ${CASES} are read otherwise without a word`)
  const right = found.filter(({ isRight }) => isRight).length
  t.ok(right >= 0.85 * CASES, `${right} of ${CASES} are right`)
  t.end()
})

t.test('a sheet reads the same as an old workbook and as a new one', (t) => {
  const readAs = (file: 'xlsx' | 'xls', [draw, layout]: [PlanDraw, Layout]) => {
    const own = settle({ ...layout, file })
    const { bytes } = writeSheet(renderSheet(modelOf(draw, own), own), own)
    try {
      const { plan, preview } = readWithPreview(bytes, 'plan.xls')
      return { preview, plan: { ...plan, source: null } }
    } catch (error) {
      return (error as Error).message
    }
  }
  for (const drawnPlan of fc.sample(drawn, { numRuns: Math.ceil(CASES / 3), seed: SEED }))
    if (!isDeepStrictEqual(readAs('xls', drawnPlan), readAs('xlsx', drawnPlan)))
      t.same(readAs('xls', drawnPlan), readAs('xlsx', drawnPlan), JSON.stringify(drawnPlan))
  t.end()
})
