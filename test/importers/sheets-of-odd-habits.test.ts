// What people do to sheets that no program would: digits run together, one sheet a week, calendars that are painted.
import t from 'tap'
import { fileDates, lines, read } from './read-sheet.ts'

t.test('days typed in digits alone are days, though programs drop the zero in front', (t) => {
  const rows = (...all: string[]) => fileDates(read(lines(...all)).plan)
  t.same(
    rows('Activity,Begin,End,Group', 'Draft,201026,151126,A', 'Ask,51126,121126,B', 'Answer,21126,10127,B'),
    [
      ['Draft', '2026-10-20', '2026-11-15'],
      ['Ask', '2026-11-05', '2026-11-12'],
      ['Answer', '2026-11-02', '2027-01-01'],
    ],
    'day, month, year',
  )
  t.same(
    rows('Vorgang;Anfang;Ende', 'Entwurf;261020;261115', 'Frage;261105;261112'),
    [
      ['Entwurf', '2026-10-20', '2026-11-15'],
      ['Frage', '2026-11-05', '2026-11-12'],
    ],
    'year, month, day',
  )
  t.same(
    rows('Task,Start,Finish', 'Draft,102026,111526', 'Ask,110526,TBC', 'Answer,10327,12827'),
    [
      ['Draft', '2026-10-20', '2026-11-15'],
      ['Ask', '2026-11-05', null],
      ['Answer', '2027-01-03', '2027-01-28'],
    ],
    'month, day, year, and words between them',
  )
  t.same(
    rows('Tarea;Inicio;Fin', 'Borrador;5102026;15112026', 'Consulta;20112026;1122026'),
    [
      ['Borrador', '2026-10-05', '2026-11-15'],
      ['Consulta', '2026-11-20', '2026-12-01'],
    ],
    'years in full',
  )
  const { says } = read(lines('Task,Start,End', 'Draft,201026,151126', 'Ask,51126,121126'))
  t.ok(says(/201026 in date columns are read as ddmmyy, here 2026-10-20; this is a guess/))
  t.same(
    rows('Task,Start,End', 'Draft,46315,46320', 'Ask,46321,46325', 'Answer,46330,46331').map(([, start]) => start),
    ['2026-10-20', '2026-10-26', '2026-11-04'],
    'serial days stay serial days',
  )
  t.same(
    rows('Task,Start,End,Cost', 'Draft,2026-10-20,2026-10-21,201026', 'Ask,2026-10-22,2026-10-23,51126')[0],
    ['Draft', '2026-10-20', '2026-10-21'],
    'money is none',
  )
  t.end()
})
