import t from 'tap'
import type { PlanTask } from '../../importers/plan/imported-plan.ts'
import { ICS_OMISSIONS, writeIcs } from '../../importers/write/write-ics.ts'
import { neutralPlan, neutralTask } from './neutral-plan.ts'

const plan = (tasks: PlanTask[]) => neutralPlan(tasks, { name: 'Quay; north, 1' })
const FACTS = { feedId: 'p-1', stamp: new Date('2026-03-01T10:20:30.456Z') }

t.test('leaves and milestones become all-day events that end the day after', async (t) => {
  const text = writeIcs(
    plan([
      neutralTask('1'),
      neutralTask('2', { parent: '1' }),
      neutralTask('3', { is_milestone: true, duration: 0 }),
      neutralTask('4'),
    ]),
    new Map([
      ['1', { start: '2026-03-02', finish: '2026-03-31' }],
      ['2', { start: '2026-03-30', finish: '2026-03-31' }],
      ['3', { start: '2026-12-31', finish: '2026-12-31' }],
    ]),
    FACTS,
  )
  t.equal(text.match(/BEGIN:VEVENT/g)?.length, 2, 'no summary, nothing without dates')
  t.match(text, /X-WR-CALNAME:Quay\\; north\\, 1\r\n/)
  t.match(
    text,
    /UID:task-2@p-1\r\nDTSTAMP:20260301T102030Z\r\nDTSTART;VALUE=DATE:20260330\r\nDTEND;VALUE=DATE:20260401\r\n/,
  )
  t.match(text, /DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\nSUMMARY:◆ Task 3\r\n/)
  t.ok(text.startsWith('BEGIN:VCALENDAR\r\n') && text.endsWith('END:VCALENDAR\r\n'))
  t.ok(ICS_OMISSIONS.length > 0)
})

t.test('text cannot break out of its line, and lines are folded by octets', async (t) => {
  const name = `${'é😀'.repeat(60)}\r\nEND:VCALENDAR\nX:1\u0000`
  const text = writeIcs(
    plan([neutralTask('1', { name, notes: 'a\\b;c' })]),
    new Map([['1', { start: '2026-03-02', finish: '2026-03-02' }]]),
    FACTS,
  )
  t.equal(text.match(/^END:VCALENDAR/gm)?.length, 1)
  for (const line of text.split('\r\n')) t.ok(Buffer.byteLength(line) <= 75, line)
  const unfolded = text.replaceAll('\r\n ', '')
  t.ok(unfolded.includes(`SUMMARY:${'é😀'.repeat(60)}\\nEND:VCALENDAR\\nX:1\r\n`))
  t.ok(unfolded.includes('DESCRIPTION:a\\\\b\\;c'))
})
