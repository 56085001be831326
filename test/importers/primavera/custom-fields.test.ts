// Written from the format's description: UDFTYPE names fields by table and type, UDFVALUE has a column for each kind of
// value; in XML a UDF stands inside of its activity.
import t from 'tap'
import { readWithPreview } from '../../../importers/read-plan.ts'
import { writePmxml } from '../../../importers/write/primavera/write-pmxml.ts'
import { writeXer } from '../../../importers/write/primavera/write-xer.ts'
import { writePlanJson } from '../../../importers/write/write-plan-json.ts'

const table = (name: string, fields: string, ...rows: string[]) =>
  [`%T\t${name}`, `%F\t${fields}`, ...rows.map((row) => `%R\t${row}`)].map((line) => line.replaceAll('|', '\t'))

const XER = [
  'ERMHDR\t19.12\t2026-03-02\tProject\tadmin\tadmin\tdb\tProject Management\tUSD',
  ...table(
    'PROJECT',
    'proj_id|proj_short_name|plan_start_date|last_recalc_date',
    '1|QUAY|2026-03-02 08:00|2026-03-02 08:00',
  ),
  ...table('PROJWBS', 'wbs_id|proj_id|proj_node_flag|wbs_short_name|wbs_name|parent_wbs_id', '10|1|Y|QUAY|Quay|'),
  ...table(
    'TASK',
    'task_id|proj_id|wbs_id|task_code|task_name|task_type|status_code|target_drtn_hr_cnt|remain_drtn_hr_cnt|target_start_date|target_end_date',
    '100|1|10|A100|Dig|TT_Task|TK_NotStart|40|40|2026-03-02 08:00|2026-03-06 17:00',
    '101|1|10|A110|Pour|TT_Task|TK_NotStart|16|16|2026-03-09 08:00|2026-03-10 17:00',
  ),
  ...table(
    'UDFTYPE',
    'udf_type_id|table_name|udf_type_name|udf_type_label|logical_data_type',
    '201|TASK|user_1|Crew|FT_TEXT',
    '202|TASK|user_2|Concrete m3|FT_FLOAT_2_DECIMALS',
    '203|TASK|user_3|Permit by|FT_START_DATE',
    '204|PROJECT|user_4|Region|FT_TEXT',
    '205|TASK|user_5|Never used|FT_TEXT',
  ),
  ...table(
    'UDFVALUE',
    'udf_type_id|fk_id|proj_id|udf_date|udf_number|udf_text|udf_code_id',
    '201|100|1||||',
    '201|100|1|||Night shift|',
    '202|100|1||12.5||',
    '203|101|1|2026-03-05 00:00|||',
    '202|101|1|||a lot|',
    '204|1|1|||North|',
  ),
  '%E',
].join('\r\n')

const FIELDS = [
  { id: '201', name: 'Crew', field_type: 'TEXT' },
  { id: '202', name: 'Concrete m3', field_type: 'NUMBER' },
  { id: '203', name: 'Permit by', field_type: 'DATE' },
]
const read = (bytes: Uint8Array | string, name: string) => readWithPreview(Buffer.from(bytes), name).plan

t.test('fields that people made are kept with their type, and what is not of it is said', async (t) => {
  const plan = read(XER, 'quay.xer')
  t.same(plan.custom_fields, FIELDS)
  const valuesOf = (name: string) => plan.tasks.find((task) => task.name === name)?.custom_fields
  t.same(valuesOf('Dig'), { 201: 'Night shift', 202: 12.5 })
  t.same(valuesOf('Pour'), { 203: '2026-03-05' })
  t.match(
    plan.receipt.filter(({ code }) => code === 'bad_custom_value'),
    [{ message: /1 values of the field "Concrete m3"/ }],
  )
})

t.test('they come back from every form that carries them', async (t) => {
  const plan = read(XER, 'quay.xer')
  const told = (from: typeof plan) => from.tasks.map((task) => [task.name, task.custom_fields])
  for (const [name, bytes] of [
    ['a.xer', writeXer(plan)],
    ['a.xml', writePmxml(plan)],
    ['a.json', writePlanJson(plan)],
  ] as const) {
    const again = read(bytes, name)
    t.same(again.custom_fields, FIELDS, name)
    t.same(told(again), told(plan), name)
  }
})

t.test('a plan says fields as they are, or is refused', async (t) => {
  const document = { format: 'svc-plan/1', start_date: '2026-03-02' }
  const task = { id: '1', duration: 1 }
  const refused = (part: object, own: object) =>
    t.throws(() => read(JSON.stringify({ ...document, ...part, tasks: [{ ...task, ...own }] }), 'a.json'), {
      code: 'invalid_plan',
    })
  refused({ custom_fields: [{ id: '1', name: 'A', field_type: 'MONEY' }] }, {})
  refused({ custom_fields: 'A' }, {})
  refused({}, { custom_fields: { 1: ['a'] } })
  refused({}, { custom_fields: ['a'] })
})

t.test(
  'values in XML stand in the elements of the published schema, and in the shorter ones of its web services',
  async (t) => {
    const values = (suffix: string) =>
      [
        ['201', 'Text', 'Night shift'],
        ['202', 'Double', '12.5'],
        ['203', 'StartDate', '2026-03-05T00:00:00'],
        ['204', 'Integer', '3'],
      ]
        .map(
          ([id, kind, text]) =>
            `<UDF><TypeObjectId>${id}</TypeObjectId><${kind}${suffix}>${text}</${kind}${suffix}></UDF>`,
        )
        .join('')
    const types = ['Text', 'Double', 'Start Date', 'Integer'].map(
      (type, index) =>
        `<UDFType><DataType>${type}</DataType><ObjectId>${201 + index}</ObjectId><SubjectArea>Activity</SubjectArea><Title>F${index}</Title></UDFType>`,
    )
    const file = (suffix: string) =>
      `<?xml version="1.0"?><APIBusinessObjects>${types.join('')}<Project><ObjectId>1</ObjectId><Id>Q</Id><PlannedStartDate>2026-03-02T08:00:00</PlannedStartDate>` +
      `<Activity><ObjectId>100</ObjectId><Id>A</Id><Name>Dig</Name><PlannedDuration>8</PlannedDuration>${values(suffix)}</Activity></Project></APIBusinessObjects>`
    for (const suffix of ['Value', ''])
      t.same(read(file(suffix), 'q.xml').tasks[0]?.custom_fields, {
        201: 'Night shift',
        202: 12.5,
        203: '2026-03-05',
        204: 3,
      })
    const written = writePmxml(read(file('Value'), 'q.xml'))
    t.match(
      written,
      /<TextValue>Night shift<\/TextValue>[\s\S]*<DoubleValue>12.5<\/DoubleValue>[\s\S]*<StartDateValue>2026-03-05T/,
    )
  },
)
