import t from 'tap'
import { readPlan } from '../../importers/read-plan.ts'

const mpx = (tasks: readonly string[]) =>
  readPlan(
    Buffer.from(
      [
        'MPX;Planer;4,0;ANSI',
        '10;EUR;3;2;.;,',
        '11;2;0;1;8,00;40,00;0;0;1;1',
        '12;1;1;480;.;:;;;9',
        '30;Kai;;;;Mo 02.03.26;;0;',
        '61;90;98;1;3;40;50;51;91;68;36;37;46;47;60;61;126',
        ...tasks,
      ].join('\r\n'),
      'latin1',
    ),
    'kai.mpx',
  )

t.test('costs, durations, starts and finishes that people keep in columns of MPX are custom fields', async (t) => {
  const plan = mpx([
    '70;1;1;Beton;1;5t;;;;;EUR 1.234,50;0,00 EUR;2t;0t;Di 03.03.26;NV;Fr 06.03.26',
    '70;2;2;Stahl;1;5t;;;;;0,00 EUR;;0t;;NV;NV;NV',
  ])
  t.same(
    plan.custom_fields?.map(({ name, field_type }) => [name, field_type]),
    [
      ['Cost1', 'NUMBER'],
      ['Duration1', 'NUMBER'],
      ['Start1', 'DATE'],
      ['Start4', 'DATE'],
    ],
  )
  const named = new Map(plan.custom_fields?.map(({ id, name }) => [id, name]))
  const values = (index: number) =>
    Object.entries(plan.tasks[index]?.custom_fields ?? {}).map(([id, value]) => [named.get(id), value])
  t.same(
    Object.fromEntries(values(0)),
    { Cost1: 1234.5, Duration1: 2, Start1: '2026-03-03', Start4: '2026-03-06' },
    'money has marks between its thousands',
  )
  t.same(values(1), [], 'zero and NV are nothing')
})

t.test('kinds of constraints are read in German and French too', async (t) => {
  const kinds = [
    ['Anfang nicht früher als', 'SNET'],
    ['Muß enden am', 'MFO'],
    ['Fin au plus tard le', 'FNLT'],
    ['Doit commencer le', 'MSO'],
    ['So spät wie möglich', 'ALAP'],
  ] as const
  const plan = mpx(kinds.map(([kind], at) => `70;${at + 1};${at + 1};T;1;2t;02.03.26;03.03.26;${kind};04.03.26`))
  t.same(
    plan.tasks.map(({ source }) => source?.constraint_type),
    kinds.map(([, type]) => type),
  )
  t.equal(plan.tasks[0]?.planned_start, '2026-03-04')
  const odd = mpx(['70;1;1;T;1;2t;02.03.26;03.03.26;Anders;04.03.26'])
  t.match(
    odd.receipt.find(({ code }) => code === 'constraint_not_imported'),
    { message: /"Anders"/ },
  )
})
