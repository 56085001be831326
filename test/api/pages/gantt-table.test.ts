import t from 'tap'
import { drawGanttTable } from '../../../api/pages/window/gantt-table.ts'

type View = Parameters<typeof drawGanttTable>[0]

/** The table of one task from a day to another, with all that is to fit. */
function tableOf(start: string, finish: string): string {
  const row = { id: 'a', wbs: '1', name: 'Survey', depth: 0, start, finish, percentComplete: 0 }
  const document = {
    project: { id: 'p', name: 'Quay', code: 'Q' },
    data_date: null,
    today: '2026-01-01',
    calendar: {},
    totals: { row_count: 1, start, finish, task_count: 1, done_count: 0, critical_count: 0 },
    rows: [],
  }
  const rows = [{ ...row, isMilestone: false, isSummary: false, isCritical: false }]
  return drawGanttTable({ zoom: 'fit', rows, links: [], document: document as unknown as View['document'] })
}

t.test('a header of weeks names all of them, whether their Monday has one digit or two', async (t) => {
  // Three quarters of a year: weeks that are just wide enough for two digits.
  for (const finish of ['2026-06-30', '2026-09-20', '2026-10-04']) {
    const [, axis = ''] =
      /<svg class="picture axis axis-fit"([\s\S]*?)<\/svg>/.exec(tableOf('2026-01-05', finish)) ?? []
    const names = [...axis.matchAll(/class="small faint"[^>]*>(\d+)</g)].map((match) => Number(match[1]))
    t.ok(names.length > 20, finish)
    const gaps = names.slice(1).map((day, at) => (day - (names[at] as number) + 31) % 31)
    t.ok(
      gaps.every((gap) => gap >= 7 && gap <= 10),
      `${finish}: ${names.join(' ')}`,
    )
  }
})
