import t from 'tap'
import type { ImportedPlan } from '../../../importers/plan/imported-plan.ts'
import type { ProjectStore } from '../../../importers/plan-file/mpp/container/project-store.ts'
import { readFieldNames } from '../../../importers/plan-file/mpp/read-aliases.ts'
import { taskBits } from '../../../importers/plan-file/mpp/tasks/task-bits.ts'
import { readPlan } from '../../../importers/read-plan.ts'
import { float64, int16, int32, stamp, text } from './make-bytes.ts'
import { makeOldPlan } from './make-old-plan.ts'
import { chosen, type MadePlan, type MadeTask, makePlanFile, rowGuid } from './make-plan-file.ts'

/** What each task has in the fields of people's own, under their names. */
function valuesIn(plan: ImportedPlan): Record<string, unknown>[] {
  const names = new Map(plan.custom_fields?.map(({ id, name }) => [id, name]))
  return plan.tasks.map(({ custom_fields: values = {} }) =>
    Object.fromEntries(Object.entries(values).map(([id, value]) => [names.get(id) ?? id, value])),
  )
}

const typesIn = (plan: ImportedPlan) =>
  Object.fromEntries((plan.custom_fields ?? []).map(({ name, field_type: type }) => [name, type]))
const native = (plan: MadePlan) => readPlan(makePlanFile(plan), 'plan.mpp')

t.test('what people marked in the twenty flags of a task is kept, under the names that they go by', async (t) => {
  const plan = readPlan(
    makePlanFile({ tasks: [{ uid: 1, bits: { 24: 0x82, 25: 0x01, 33: 0x02, 34: 0x04 } }, { uid: 2 }] }),
    'flags.mpp',
  )
  const nameOf = new Map(plan.custom_fields?.map(({ id, name, field_type: type }) => [id, `${name} ${type}`]))
  const marked = plan.tasks.map(({ custom_fields: values }) =>
    Object.entries(values ?? {}).map(([id, value]) => [nameOf.get(id), value]),
  )
  t.same(marked, [['Flag1', 'Flag7', 'Flag8', 'Flag11', 'Flag20'].map((name) => [`${name} BOOLEAN`, true]), []])
})

t.test('flags lie at other places before 2013, and at others again before 2010', async (t) => {
  const places = (format: 'mpp9' | 'mpp12' | 'mpp14') => {
    const { flags } = taskBits({ version: { format }, isFrom2013: false } as ProjectStore)
    return [flags.length, flags[0], flags[2], flags[3], flags[19]]
  }
  const old = [20, { at: 37, mask: 0x20 }, { at: 37, mask: 0x80 }, { at: 38, mask: 0x01 }, { at: 40, mask: 0x01 }]
  t.same(places('mpp9'), old)
  t.same(places('mpp12'), old)
  t.same(places('mpp14'), [
    20,
    { at: 35, mask: 0x40 },
    { at: 36, mask: 0x01 },
    { at: 36, mask: 0x02 },
    { at: 38, mask: 0x02 },
  ])
})

t.test(
  'costs, durations, starts and finishes of people are kept: money in its currency, durations in days',
  async (t) => {
    const fields = {
      106: float64(12_345),
      275: int32(4800 * 3),
      337: int16(7),
      52: int32(stamp(15_000, 480)),
      53: int32(stamp(15_001, 1020)),
      87: float64(2.5),
    }
    const plan = native({
      tasks: [
        { uid: 1, fields },
        { uid: 2, fields: { 106: float64(0), 275: int32(0), 52: int32(-1) } },
      ],
    })
    t.same(valuesIn(plan), [
      { Cost1: 123.45, Duration4: 3, Start1: '2025-01-24', Finish1: '2025-01-25', Number1: 2.5 },
      {},
    ])
    t.same(typesIn(plan), { Number1: 'NUMBER', Cost1: 'NUMBER', Duration4: 'NUMBER', Start1: 'DATE', Finish1: 'DATE' })
    const elapsed = native({ tasks: [{ uid: 1, fields: { 275: int32(14_400), 337: int16(8) } }] })
    t.same(valuesIn(elapsed), [{ Duration4: 1 }], 'elapsed days have 24 hours')
  },
)

t.test('Duration1 to 3 are fields like the others unless they are estimates', async (t) => {
  const one = { 103: int32(4800), 183: int16(7) }
  const three = { ...one, 104: int32(9600), 105: int32(14_400) }
  t.same(valuesIn(native({ tasks: [{ uid: 1, fields: one }] })), [{ Duration1: 1 }])
  const plan = native({ tasks: [{ uid: 1, fields: three }] })
  t.same(valuesIn(plan), [{}])
  t.match(plan.tasks[0], { optimistic_duration: 1, most_likely_duration: 2, pessimistic_duration: 3 })
})

t.test('a value that was chosen from a list is what its row there says', async (t) => {
  const listed = {
    3: { value: float64(4200) },
    14: { value: 'Value 2 ' },
    15: { value: Buffer.concat([int32(9600), int16(7)]) },
    16: { value: int32(stamp(15_000, 480)) },
  }
  const tasks: MadeTask[] = [
    { uid: 1, fields: { 51: chosen(14), 106: chosen(3), 275: chosen(15), 265: chosen(16) } },
    { uid: 2, fields: { 51: chosen(-1, rowGuid(14), 0x0401) } },
    { uid: 3, fields: { 51: chosen(99, Buffer.alloc(16)) } },
    { uid: 4, fields: { 51: 'Typed' } },
  ]
  t.same(valuesIn(native({ tasks, listed })), [
    { Text1: 'Value 2', Cost1: 42, Duration4: 2, Date1: '2025-01-24' },
    { Text1: 'Value 2' },
    {},
    { Text1: 'Typed' },
  ])
  t.same(valuesIn(native({ tasks })), [{}, {}, {}, { Text1: 'Typed' }], 'and nothing in a file that has no lists')
})

t.test('a text of two letters that looks like a mark is a text', async (t) => {
  const thaana = '\u078b\u0788'
  t.same(valuesIn(native({ tasks: [{ uid: 1, fields: { 51: thaana } }] })), [{ Text1: thaana }])
})

t.test('an outline code is shown with the codes above it', async (t) => {
  const listed = { 1: { value: 'North' }, 2: { value: 'Bergen', below: 1 }, 3: { value: 'Dock 4', below: 2 } }
  const tasks = [
    { uid: 1, fields: { 417: chosen(3) } },
    { uid: 2, fields: { 417: chosen(1, rowGuid(1), 0x0401) } },
    { uid: 3, fields: { 417: chosen(9, Buffer.alloc(16)) } },
  ]
  const plan = native({ tasks, listed })
  t.same(plan.custom_fields, [{ id: '188744096', name: 'Outline Code1', field_type: 'TEXT' }])
  t.same(valuesIn(plan), [{ 'Outline Code1': 'North.Bergen.Dock 4' }, { 'Outline Code1': 'North' }, {}])
})

t.test('codes whose rows stand in a circle end', async (t) => {
  const listed = { 1: { value: 'A', below: 2 }, 2: { value: 'B', below: 1 } }
  const [values] = valuesIn(native({ tasks: [{ uid: 1, fields: { 417: chosen(1) } }], listed }))
  t.ok(String(values?.['Outline Code1']).length <= 1000)
})

t.test('plans of 2000 to 2003 have a name for every field, in one order', async (t) => {
  const names = Array.from({ length: 288 }, () => '')
  names[118] = 'Crew'
  names[129] = 'Handover'
  names[159] = 'Best'
  names[213] = 'Last text'
  names[227] = 'Region'
  names[256] = 'Billed'
  names[287] = 'Reserve'
  const bytes = Buffer.concat(names.map((name) => text(name)))
  const store = { version: { format: 'mpp9' }, props: { bytes: () => bytes } } as unknown as ProjectStore
  t.same(
    [...readFieldNames(store)],
    [
      [51, 'Crew'],
      [53, 'Handover'],
      [103, 'Best'],
      [336, 'Last text'],
      [416, 'Region'],
      [301, 'Billed'],
      [264, 'Reserve'],
    ],
  )
})

const OLD_ITEMS = {
  106: 'Blue',
  203: 'Thirtieth',
  116: int32(stamp(15_000, 480)),
  135: int32(stamp(15_001, 1020)),
  137: float64(1.5),
  213: float64(20),
  153: int32(9600),
  154: int16(7),
  174: int32(stamp(15_002, 480)),
  246: Buffer.from([0x39, 0x30, 0, 0, 0, 0]),
  104: 'X.1',
}
const OLD_VALUES = {
  Text1: 'Blue',
  Text30: 'Thirtieth',
  Number1: 1.5,
  Number20: 20,
  Date1: '2025-01-26',
  Cost10: 123.45,
  Duration4: 2,
  Start1: '2025-01-24',
  Finish10: '2025-01-25',
}

t.test('plans of Project 98 keep the fields of their people', async (t) => {
  const plan = readPlan(
    makeOldPlan([
      { uid: 1, name: 'Dig', items: OLD_ITEMS },
      { uid: 2, name: 'Pour' },
    ]),
    'old.mpp',
  )
  t.same(valuesIn(plan), [OLD_VALUES, {}])
  t.equal(plan.tasks[0]?.source?.wbs, 'X.1')
})

t.test('flags of Project 98 are those that their mask lets through', async (t) => {
  const flag = (index: number) => 2 << index
  const bytes = makeOldPlan([
    { uid: 1, name: 'All', flags: 0x1f_ffff, flagMask: 0x0f_ffff },
    { uid: 2, name: 'None', flags: 0x1f_ffff, flagMask: 0 },
    { uid: 3, name: 'Two', flags: flag(0) | flag(19), flagMask: 0x0f_ffff },
    { uid: 4, name: 'One', flags: 0x1f_ffff, flagMask: 1 << 6 },
  ])
  t.same(
    valuesIn(readPlan(bytes, 'old.mpp')).map((values) => Object.keys(values)),
    [Array.from({ length: 20 }, (_, index) => `Flag${index + 1}`), [], ['Flag1', 'Flag20'], ['Flag7']],
  )
})

t.test('later programs that write the format of Project 98 put bytes in before the last columns', async (t) => {
  const bytes = makeOldPlan(
    [
      { uid: 1, name: 'Dig', items: OLD_ITEMS, flags: 0x1f_ffff, flagMask: 1 },
      { uid: 2, name: 'Gone', deletion: 1 },
      { uid: 3, name: 'Stays', flags: 0x1f_ffff },
    ],
    true,
  )
  const plan = readPlan(bytes, 'old.mpp')
  t.same(valuesIn(plan), [{ ...OLD_VALUES, Flag1: true }, {}])
  t.same(
    plan.tasks.map(({ name, source }) => [name, source?.wbs]),
    [
      ['Dig', 'X.1'],
      ['Stays', '2'],
    ],
  )
})
