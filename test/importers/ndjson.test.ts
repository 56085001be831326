import t from 'tap'
import { readTaskLine } from '../../importers/ndjson/read-task-line.ts'
import { LineSplitter } from '../../importers/ndjson/split-lines.ts'
import { Diagnostics } from '../../importers/plan/diagnostics.ts'
import { mutate, seededRandom } from '../hostile/mutate.ts'

const read = (line: unknown) => {
  const diagnostics = new Diagnostics()
  const bytes = typeof line === 'string' ? Buffer.from(line) : Buffer.from(JSON.stringify(line))
  return { line: readTaskLine(bytes, 7, diagnostics), codes: diagnostics.entries().map(({ code }) => code) }
}

t.test('lines are cut wherever the pieces end', async (t) => {
  const text = Buffer.from('one\r\n\n{"é":1}\nlast')
  for (let size = 1; size <= text.length; size += 1) {
    const splitter = new LineSplitter(100)
    const lines: string[] = []
    for (let at = 0; at < text.length; at += size)
      for (const line of splitter.push(text.subarray(at, at + size)))
        lines.push(Buffer.from(line.bytes ?? []).toString())
    for (const line of splitter.end()) lines.push(`${line.number}:${Buffer.from(line.bytes ?? []).toString()}`)
    t.same(lines, ['one\r', '', '{"é":1}', '4:last'], `pieces of ${size}`)
  }
})

t.test('a line over the limit is passed over without being kept', async (t) => {
  const splitter = new LineSplitter(10)
  const pieces = [Buffer.alloc(8, 97), Buffer.alloc(8, 97), Buffer.from('\nok\n')]
  const lines = pieces.flatMap((piece) => [...splitter.push(piece)])
  t.same(
    lines.map(({ number, bytes }) => [number, bytes === null]),
    [
      [1, true],
      [2, false],
    ],
  )
})

t.test('a line keeps the fields it names', async (t) => {
  t.same(read({ external_id: 'A', name: 'Survey', duration: 3, planned_start: null }).line, {
    external_id: 'A',
    name: 'Survey',
    duration: 3,
    planned_start: null,
  })
  t.same(
    read({ external_id: 'A', predecessors: ['B', { external_id: 'C', dep_type: 'SS', lag: -2 }] }).line?.predecessors,
    [
      { external_id: 'B', dep_type: 'FS', lag: 0, lag_unit: 'working' },
      { external_id: 'C', dep_type: 'SS', lag: -2, lag_unit: 'working' },
    ],
  )
})

t.test('lines that cannot be used are errors', async (t) => {
  for (const text of ['', '{', '[]', '"x"', 'null', '{"external_id":"a","external_id":"b"}', '[[[[[[]]]]]]'])
    t.same(read(text), { line: null, codes: ['bad_line'] }, text)
  const diagnostics = new Diagnostics()
  t.equal(readTaskLine(Buffer.from([0xff, 0xfe]), 1, diagnostics), null)
  t.equal(diagnostics.errorCount, 1)
  for (const id of [undefined, 5, '', '  ', 'x'.repeat(256), 'a\0', '\ud800'])
    t.same(read({ external_id: id, name: 'x' }), { line: null, codes: ['bad_external_id'] }, JSON.stringify(id))
})

t.test('values that cannot be used are dropped one by one', async (t) => {
  const bad: Record<string, unknown> = {
    name: '',
    parent: 5,
    notes: null,
    duration: 1.5,
    is_milestone: 'yes',
    planned_start: '2026-02-30',
    percent_complete: 101,
    status: 'DONE',
    actual_start: 'today',
    story_points: -1,
  }
  for (const [field, value] of Object.entries(bad))
    t.same(read({ external_id: 'A', [field]: value }), { line: { external_id: 'A' }, codes: ['bad_value'] }, field)
  t.same(read('{"external_id":"A","__proto__":{"name":"x"},"constructor":1}').codes, ['unknown_field', 'unknown_field'])
  t.same(
    read({
      external_id: 'A',
      predecessors: [5, null, { external_id: 'B', lag: 0.5 }, { external_id: 'B', dep_type: 'XX' }],
    }),
    {
      line: { external_id: 'A', predecessors: [] },
      codes: ['bad_predecessor', 'bad_predecessor', 'bad_predecessor', 'bad_predecessor'],
    },
  )
  t.same(read({ external_id: 'A', actual_start: '2026-03-05', actual_finish: '2026-03-04' }), {
    line: { external_id: 'A', actual_start: '2026-03-05' },
    codes: ['finish_before_start'],
  })
  const estimates = { optimistic_duration: 5, most_likely_duration: 3, pessimistic_duration: 9 }
  t.same(read({ external_id: 'A', ...estimates }), { line: { external_id: 'A' }, codes: ['bad_estimates'] })
  t.same(read({ external_id: 'A', optimistic_duration: 5 }).codes, ['bad_estimates'])
})

t.test('damaged lines end as a task, a warning or an error', async (t) => {
  const line = Buffer.from(
    JSON.stringify({
      external_id: 'A-1',
      name: 'Pile “north”',
      parent: null,
      duration: 3,
      planned_start: '2026-03-02',
      percent_complete: 12.5,
      predecessors: ['B', { external_id: 'C', dep_type: 'SS', lag: -2, lag_unit: 'elapsed' }],
    }),
  )
  const broken: string[] = []
  for (let seed = 0; seed < 2000; seed += 1) {
    const random = seededRandom(seed)
    const bytes = mutate(line, line, random)
    const diagnostics = new Diagnostics()
    try {
      const task = readTaskLine(bytes, 1, diagnostics)
      if (task === null && diagnostics.errorCount !== 1) broken.push(`seed ${seed}: no task and no error`)
    } catch (error) {
      broken.push(`seed ${seed}: ${(error as Error).stack}`)
    }
  }
  t.same(broken, [])
})

t.test('labels, assignees and constraints: what cannot be used is left out by itself', async (t) => {
  t.same(read({ external_id: 'A', labels: ['Steel', ' steel ', '', 5, 'x'.repeat(51)] }), {
    line: { external_id: 'A', labels: ['Steel'] },
    codes: ['bad_label', 'bad_label', 'bad_label'],
  })
  t.same(
    read({
      external_id: 'A',
      assignees: ['Ann', { name: 'Bo', units: 0.5, email: 'bo@x.org' }, { units: 1 }, 'ann', { name: 'C', units: -1 }],
    }),
    {
      line: {
        external_id: 'A',
        assignees: [
          { name: 'Ann', email: null, units: 1 },
          { name: 'Bo', email: 'bo@x.org', units: 0.5 },
        ],
      },
      codes: ['bad_assignee', 'bad_assignee'],
    },
  )
  t.same(read({ external_id: 'A', labels: 'x', assignees: {} }).codes, ['bad_value', 'bad_value'])
  const held = (fields: object) => {
    const { line, codes } = read({ external_id: 'A', ...fields })
    return [line?.constraint_type, line?.constraint_date, codes]
  }
  t.same(held({ constraint_type: 'MSO', constraint_date: '2026-03-02' }), ['MSO', '2026-03-02', []])
  t.same(held({ constraint_type: 'ASAP' }), [null, null, []])
  t.same(held({ constraint_type: null, constraint_date: null }), [null, null, []])
  t.same(held({ constraint_type: 'ALAP', constraint_date: '2026-03-02' }), ['ALAP', null, ['bad_constraint']])
  t.same(held({ constraint_type: 'MFO' }), [undefined, undefined, ['bad_constraint']])
  t.same(held({ constraint_date: '2026-03-02' }), [undefined, undefined, ['bad_constraint']])
  t.same(held({ constraint_type: 'mso', deadline: 'soon' }), [undefined, undefined, ['bad_value', 'bad_value']])
})
