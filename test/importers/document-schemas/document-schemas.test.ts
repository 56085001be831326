/** Whatever a reader takes its published schema takes, and whatever it refuses for its shape the schema refuses. */
import { readFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import t from 'tap'
import { BUNDLED_SAMPLES } from '../../../fixtures/samples/bundled.ts'
import { documentNames, documentSchema } from '../../../importers/document-schemas/document-schemas.ts'
import { ImportRefusal } from '../../../importers/plan/import-refusal.ts'
import { readPlan } from '../../../importers/read-plan.ts'
import { checkShape } from '../../../importers/seed/check-shape.ts'
import { SeedErrors } from '../../../importers/seed/seed-errors.ts'
import { writePlanJson } from '../../../importers/write/write-plan-json.ts'
import { smallSeed } from '../../support/seeds.ts'
import { type Json, newer, RISK, read as readSeed } from '../seed/broken-seed.ts'

const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allowUnionTypes: true })
const takes = Object.fromEntries(documentNames.map((name) => [name, ajv.compile(documentSchema(name))]))

const fixture = (name: string) => readFileSync(new URL(`../../../fixtures/plans/${name}`, import.meta.url))
const PLANS = [
  'harbour.csv',
  'harbour.xml',
  'indented.tsv',
  'quay-p6.xml',
  'quay.gan',
  'quay.mpx',
  'quay.planner',
  'quay.xer',
]

function isPlan(document: unknown): boolean {
  try {
    readPlan(Buffer.from(JSON.stringify(document)), 'plan.json')
    return true
  } catch (error) {
    if (error instanceof ImportRefusal) return false
    throw error
  }
}

/** The document with one value in it replaced or left out, for every place of it and every replacement. */
function* broken(document: Json, values: readonly unknown[]): Generator<[place: string, document: Json]> {
  for (const path of placesOf(document, [])) {
    for (const value of values) {
      const copy = structuredClone(document)
      const holder = path.slice(0, -1).reduce((at: Json, key) => at[key], copy)
      const last = path.at(-1) as string | number
      if (value !== undefined) holder[last] = value
      else if (Array.isArray(holder)) continue
      else delete holder[last]
      yield [`${path.join('.')} = ${JSON.stringify(value)}`, copy]
    }
  }
}

function placesOf(value: Json, path: (string | number)[]): (string | number)[][] {
  if (typeof value !== 'object' || value === null) return path.length > 0 ? [path] : []
  // Of a list the first items show what all are.
  const keys = Array.isArray(value) ? [...value.keys()].slice(0, 2) : Object.keys(value)
  const inside = keys.flatMap((key) => placesOf(value[key], [...path, key]))
  return path.length > 0 ? [path, ...inside] : inside
}

t.test('every plan that is read and written is one by its schema, and its receipt is one', async (t) => {
  let entries = 0
  for (const name of PLANS) {
    const plan = JSON.parse(Buffer.from(writePlanJson(readPlan(fixture(name), name))).toString())
    t.ok(takes['svc-plan-1']?.(plan), `${name}: ${ajv.errorsText(takes['svc-plan-1']?.errors)}`)
    t.ok(takes['import-receipt']?.(plan.receipt), name)
    entries += plan.receipt.length
  }
  t.ok(entries > 0, 'there were receipts to look at')
})

t.test('a value that is none of its field is refused by both, any other by neither', async (t) => {
  const plan = JSON.parse(Buffer.from(writePlanJson(readPlan(fixture('harbour.xml'), 'harbour.xml'))).toString())
  plan.tasks = plan.tasks.slice(0, 3)
  Object.assign(plan.tasks[0], { notes: 'x', labels: ['a'], status: 'REVIEW', deadline: '2026-03-02', colour: 'red' })
  plan.receipt = [{ severity: 'warning', code: 'x', where: { row: 1, uid: 2, field: 'y' }, message: 'z' }]
  plan.velocity_samples = [1]
  plan.custom_fields = [{ id: 'f', name: 'Berth', field_type: 'TEXT' }]
  plan.tasks[0].custom_fields = { f: 'North' }
  const verdicts = { taken: 0, refused: 0 }
  const differing: string[] = []
  for (const [place, document] of broken(plan, [
    null,
    undefined,
    'x',
    '',
    1,
    1.5,
    true,
    [],
    [null],
    {},
    '2026-03-02',
  ])) {
    const isRead = isPlan(document)
    verdicts[isRead ? 'taken' : 'refused']++
    if (takes['svc-plan-1']?.(document) !== isRead) differing.push(`${place}: ${isRead ? 'read' : 'refused'}`)
  }
  t.strictSame(differing, [])
  t.ok(verdicts.taken > 100 && verdicts.refused > 100, JSON.stringify(verdicts))
})

t.test('a plan whose receipt, labels or notes are none is refused and breaks nothing later', async (t) => {
  const least = { format: 'svc-plan/1', start_date: '2026-03-02', tasks: [{ id: 'A', duration: 5 }] }
  t.ok(isPlan(least))
  t.notOk(isPlan({ ...least, receipt: [null] }))
  t.notOk(isPlan({ ...least, tasks: [{ id: 'A', duration: 5, labels: 5 }] }))
  t.notOk(isPlan({ ...least, tasks: [{ id: 'A', duration: 5, notes: {} }] }))
  t.notOk(isPlan({ ...least, tasks: [{ id: 'A', duration: 5, status: 'SOON' }] }))
})

t.test('every bundled sample is a seed by the schema of its version', async (t) => {
  for (const sample of BUNDLED_SAMPLES) {
    const seed = sample.build()
    const check = takes[`seed-${seed.schema_version}`]
    t.ok(check?.(seed), ajv.errorsText(check?.errors))
  }
})

for (const version of ['1.0', '2.0'] as const) {
  t.test(`what breaks the shape of a seed ${version} is refused by its schema too`, async (t) => {
    const check = takes[`seed-${version}`]
    const seed = version === '1.0' ? smallSeed() : newer(smallSeed())
    seed.projects[0].risks = [RISK]
    seed.projects[0].custom_fields = [
      { slug: 'sort', name: 'Sort', field_type: 'SINGLE_SELECT', options: [{ value: 'a' }] },
    ]
    seed.projects[0].settings = {
      timezone: 'Europe/Oslo',
      allowed_attachment_types: ['image/png'],
      iteration_label: 'Turn',
    }
    t.strictSame(readSeed(seed).errors, [])
    t.ok(check?.(seed), ajv.errorsText(check?.errors))
    const values = [
      null,
      undefined,
      '',
      ' ',
      'x y',
      'x',
      -1,
      1.5,
      9e9,
      true,
      [],
      {},
      '2026-02-29',
      '2024-02-29',
      'A+3',
      'image/svg+xml',
    ]
    const lax: string[] = []
    const strict: string[] = []
    for (const [place, document] of broken(seed, values)) {
      const problems = new SeedErrors()
      checkShape(document, version, problems)
      const isSeed = problems.isEmpty && document.schema_version === version
      const isTaken = check?.(document) === true
      if (isSeed && !isTaken) strict.push(place)
      // Which time zones there are is for the reader to say.
      if (!isSeed && isTaken && !place.includes('timezone')) lax.push(`${place}: ${problems.list().join(' ')}`)
    }
    t.strictSame(strict, [], 'what is read is taken')
    t.strictSame(lax, [], 'what is no seed for its shape is refused')
  })
}
