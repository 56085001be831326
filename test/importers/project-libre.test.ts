// Both seen failing while objects of Java were bytes like any other.
import { readFileSync } from 'node:fs'
import t from 'tap'
import { readPlan } from '../../importers/read-plan.ts'

const JAVA_OBJECTS = Buffer.from('aced00057400053130302e30', 'hex')
const SEPARATOR = Buffer.from('@@@@@@@@@@ProjectLibreSeparator_MSXML@@@@@@@@@@')
const xml = readFileSync(new URL('../../fixtures/plans/harbour.xml', import.meta.url))

t.test('a ProjectLibre file is read by the Project XML behind its objects', async (t) => {
  const plan = readPlan(Buffer.concat([JAVA_OBJECTS, SEPARATOR, xml]), 'harbour.pod')
  const { source, ...same } = readPlan(xml, 'harbour.xml')
  t.match(plan, same)
  t.same(plan.source, { ...source, format: 'pod', application: 'ProjectLibre' })
})

t.test('one that holds nothing but objects is refused with the way out', async (t) => {
  t.throws(() => readPlan(JAVA_OBJECTS, 'harbour.pod'), {
    code: 'unsupported_format',
    message: /export it as Microsoft Project XML/,
  })
})

// Seen failing: such work was computed anew from its links, and a day or more of it moved.
t.test('work that has begun began where a ProjectLibre file has it, which says no more of it', async (t) => {
  const task = (uid: number, percent: number, start: string, finish: string) =>
    `<Task><UID>${uid}</UID><ID>${uid}</ID><Name>Task ${uid}</Name><OutlineLevel>1</OutlineLevel><Start>${start}</Start>
    <Finish>${finish}</Finish><Duration>PT16H0M0S</Duration><PercentComplete>${percent}</PercentComplete></Task>`
  const tasks = [
    task(1, 100, '2026-03-04T08:00:00', '2026-03-05T17:00:00'),
    task(2, 50, '2026-03-09T08:00:00', '2026-03-10T17:00:00'),
    task(3, 0, '2026-03-11T08:00:00', '2026-03-12T17:00:00'),
  ]
  const project = `<Project xmlns="http://schemas.microsoft.com/project"><StartDate>2026-03-02T08:00:00</StartDate><Tasks>${tasks.join('')}</Tasks></Project>`
  const plan = readPlan(Buffer.concat([JAVA_OBJECTS, SEPARATOR, Buffer.from(project)]), 'begun.pod')
  t.strictSame(
    plan.tasks.map((row) => [row.actual_start, row.actual_finish]),
    [
      ['2026-03-04', '2026-03-05'],
      ['2026-03-09', null],
      [null, null],
    ],
  )
})
