// Seen failing before: a second head of times below the first made marks unread and was a task itself, numbers and Roman numbers
// below years were counted from nowhere or not at all, and what the colours of a chart mean was a task.
import type ExcelJS from 'exceljs'
import t from 'tap'
import { datesOf, day, lines, namedTree, read, workbook } from './read-sheet.ts'

const fill = (sheet: ExcelJS.Worksheet, line: number, from: number, to: number, colour = 'FF4472C4') => {
  for (let column = from; column <= to; column += 1)
    sheet.getRow(line).getCell(column).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: colour } }
}

t.test('a chart that goes on below a second head of times is one chart', (t) => {
  const counted = read(
    lines(
      'Senior project,,,',
      'PHASE 1,,,',
      'Task,W1,W2,W3',
      'Review,x,x,',
      'Sketches,,x,x',
      ',,,',
      'PHASE 2,,,',
      'Task,W4,W5,W6',
      'Prototype,x,x,',
      'Report,,,x',
    ),
  )
  t.same(datesOf(counted), [
    ['PHASE 1', null, null],
    ['Review', '2000-01-03', '2000-01-16'],
    ['Sketches', '2000-01-10', '2000-01-23'],
    ['PHASE 2', null, null],
    ['Prototype', '2000-01-24', '2000-02-06'],
    ['Report', '2000-02-07', '2000-02-13'],
  ])
  t.same(namedTree(counted.plan)[4], ['Prototype', 'PHASE 2'])
  t.ok(counted.says(/goes on below heads of other times.*: lines 8; line 2 heads its first rows/))
  const years = read(
    lines(
      ',2024,,',
      'Activity,Oct,Nov,Dec',
      'Survey,x,x,',
      'Design,,x,x',
      ',2025,,',
      'Activity,Jan,Feb,Mar',
      'Build,x,x,',
      'Close,,,x',
    ),
  )
  t.same(datesOf(years).slice(1), [
    ['Design', '2024-11-01', '2024-12-31'],
    ['Build', '2025-01-01', '2025-02-28'],
    ['Close', '2025-03-01', '2025-03-31'],
  ])
  const titled = read(lines('Task,W1,W2,W3', 'Brief,x,x,', 'Scope,,x,x', 'BUILD,W4,W5,W6', 'Code,x,x,', 'Test,,,x'))
  t.same(datesOf(titled)[3], ['Code', '2000-01-24', '2000-02-06'])
  t.same(namedTree(titled.plan)[4], ['Test', 'BUILD'])
  const again = read(lines('Task,W1,W2,W3', 'Brief,x,x,', 'Scope,,x,x', 'Task,W1,W2,W3', 'Code,x,x,', 'Test,,,x'))
  t.same(datesOf(again)[2], ['Code', '2000-01-03', '2000-01-16'])
  t.ok(again.says(/Lines that repeat the header are not imported: 4/))
  t.end()
})

t.test('colours go with the cells of a chart that goes on below', async (t) => {
  const { plan } = read(
    await workbook((book) => {
      const sheet = book.addWorksheet('Plan')
      const weeks = (...days: string[]) => days.map(day)
      sheet.addRow(['Task', ...weeks('2024-01-01', '2024-01-08', '2024-01-15')])
      sheet.addRows([['Brief'], ['Scope']])
      sheet.addRow(['Task', ...weeks('2024-01-22', '2024-01-29', '2024-02-05')])
      sheet.addRows([['Code'], ['Test']])
      fill(sheet, 2, 2, 3)
      fill(sheet, 3, 3, 4)
      fill(sheet, 5, 2, 3)
      fill(sheet, 6, 4, 4)
    }),
    'plan.xlsx',
  )
  t.same(datesOf({ plan }), [
    ['Brief', '2024-01-01', '2024-01-14'],
    ['Scope', '2024-01-08', '2024-01-21'],
    ['Code', '2024-01-22', '2024-02-04'],
    ['Test', '2024-02-05', '2024-02-11'],
  ])
})

t.test('numbers below years are months, quarters or weeks of them', (t) => {
  const first = (...all: string[]) => datesOf(read(lines(...all)))[0]?.slice(1)
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, step) => from + step).join()
  const blanks = (count: number) => ','.repeat(count)
  const months = [`,2024${blanks(11)},2025${blanks(2)}`, `Task,${numbers(1, 12)},${numbers(1, 3)}`]
  t.same(first(...months, `Move,${blanks(10)}x,x,x`, 'Plan,x'), ['2024-11-01', '2025-01-31'])
  t.same(first(',2024,,,2025,,', 'Task,10,11,12,1,2,3', 'Move,,x,x,x,', 'Plan,x'), ['2024-11-01', '2025-01-31'])
  t.same(first(',2024,,,,2025,', 'Task,I,II,III,IV,I,II', 'Move,,,,x,x,', 'Plan,x'), ['2024-10-01', '2025-03-31'])
  t.same(first(',Year 1,,,,Year 2,', 'Task,1,2,3,4,1,2', 'Move,,,,x,x,', 'Plan,x'), ['2000-10-01', '2001-03-31'])
  const years = [`,Year 1${blanks(11)},Year 2${blanks(2)}`, `Task,${numbers(1, 12)},${numbers(1, 3)}`]
  t.same(first(...years, `Move,${blanks(11)}x,x`, 'Plan,x'), ['2000-12-03', '2001-02-02'])
  t.same(first('Task,Y1Q3,Y1Q4,Y2Q1,Y2Q2', 'Move,x,x,x,', 'Plan,,x'), ['2000-07-01', '2001-03-31'])
  t.same(first('Task,Year 2024,,,', ',Q1,Q2,Q3,Q4', 'Move,,x,x,', 'Plan,,x'), ['2024-04-01', '2024-09-30'])
  // Numbers that are no part of a year stay what they are.
  t.same(first(',2024,,,,,', 'Task,1,2,3,4,5,6', 'Move,,x,x,', 'Plan,x'), ['2000-01-04', '2000-01-05'])
  t.end()
})

t.test('Roman numbers beyond the weeks of a month are months', (t) => {
  const sheet = lines('Harmonogram 2024', 'Zadanie;I;II;III;IV;V;VI', 'Projekt;x;x;;;;', 'Budowa;;;x;x;x;x')
  t.same(datesOf(read(sheet)), [
    ['Projekt', '2024-01-01', '2024-02-29'],
    ['Budowa', '2024-03-01', '2024-06-30'],
  ])
  t.same(datesOf(read(lines('Zadanie,X.2024,XI.2024,XII.2024,I.2025', 'Projekt,x,x,,', 'Budowa,,,x,x')))[1], [
    'Budowa',
    '2024-12-01',
    '2025-01-31',
  ])
  t.end()
})

t.test('quarters and halves of a year are known by their words', (t) => {
  const first = (...headers: string[]) =>
    datesOf(
      read(lines('Plan 2025', `Task,${headers.join()}`, `Move,${','.repeat(headers.length - 2)}x,`, 'Plan,x')),
    ).map(([, start]) => start)[0]
  t.same(first('1er trimestre', '2do trimestre', '3er trimestre', '4to trimestre'), '2025-07-01')
  t.same(first('1. Quartal', '2. Quartal', '3. Quartal', '4. Quartal'), '2025-07-01')
  t.same(first('I kwartał', 'II kwartał', 'III kwartał', 'IV kwartał'), '2025-07-01')
  t.same(first('1 кв. 2025 г.', '2 кв. 2025 г.', '3 кв. 2025 г.', '4 кв. 2025 г.'), '2025-07-01')
  t.same(first('第一季度', '第二季度', '第三季度', '第四季度'), '2025-07-01')
  t.same(first('Quarter 1', 'Quarter 2', 'Quarter 3', 'Quarter 4'), '2025-07-01')
  t.same(first('1er semestre 2025', '2e semestre 2025', '1er semestre 2026', '2e semestre 2026'), '2026-01-01')
  // A week of the calendar in German, of which the first begins in the year before.
  t.same(first('1. KW', '2. KW', '3. KW', '4. KW'), '2025-01-13')
  t.same(datesOf(read(lines('Plan 2025', 'Task,KW 1,KW 2,KW 3', 'Move,x,,', 'Plan,,x,'))), [
    ['Move', '2024-12-30', '2025-01-05'],
    ['Plan', '2025-01-06', '2025-01-12'],
  ])
  t.end()
})

t.test('what is planned and what happened may be two rows of bars', async (t) => {
  const { plan, says } = read(
    await workbook((book) => {
      const sheet = book.addWorksheet('Progress')
      sheet.addRow(['Task', '', ...['2024-09-02', '2024-09-09', '2024-09-16', '2024-09-23'].map(day)])
      sheet.addRows([
        ['Proposal', 'Plan'],
        ['', 'Actual'],
        ['Prototype', 'Plan'],
        ['', 'Actual'],
      ])
      fill(sheet, 2, 3, 4)
      fill(sheet, 3, 3, 5, 'FF70AD47')
      fill(sheet, 4, 5, 6)
    }),
    'progress.xlsx',
  )
  t.same(datesOf({ plan }), [
    ['Proposal', '2024-09-02', '2024-09-15'],
    ['Prototype', '2024-09-16', '2024-09-29'],
  ])
  t.same([plan.tasks[0]?.actual_start, plan.tasks[0]?.actual_finish], ['2024-09-02', '2024-09-22'])
  t.ok(says(/calls "Actual" tell what happened/))
})

t.test('a bar from end to end in a colour of its own, a legend and the day of the sheet', async (t) => {
  const { plan, says } = read(
    await workbook((book) => {
      const sheet = book.addWorksheet('Bauzeitenplan')
      const weeks = Array.from({ length: 10 }, (_, step) => `KW ${10 + step}`)
      sheet.addRows([['Bauzeitenplan 2024'], ['Vorgang', ...weeks], ['Rohbau'], ['Dach'], ['Bauleitung']])
      sheet.getRow(7).values = ['Legende:', '', 'geplant', '', 'fertig']
      sheet.getCell('A9').value = 'Stand: 15.02.2024'
      fill(sheet, 3, 2, 5)
      fill(sheet, 4, 6, 8)
      fill(sheet, 5, 2, 11, 'FF70AD47')
      fill(sheet, 7, 2, 2)
    }),
    'plan.xlsx',
  )
  t.same(datesOf({ plan }), [
    ['Rohbau', '2024-03-04', '2024-03-31'],
    ['Dach', '2024-04-01', '2024-04-21'],
    ['Bauleitung', '2024-03-04', '2024-05-12'],
  ])
  t.ok(says(/explain colours or signs are not imported: 7/))
})

t.test('hours below the days of a chart are work in them, also without their sums', (t) => {
  const plan = read(
    lines(
      ',,,Dienstag,,Mittwoch,,Donnerstag,',
      ',,,2018-04-03,,2018-04-04,,2018-04-05,',
      'Phase,Soll,Ist,VM,NM,VM,NM,VM,NM',
      'Auftrag lesen,1,,1,,,,,',
      'Zeitplan erstellen,2,,2.5 h,1,,,,',
      'Service bauen,4,,,,4,2,,',
      'Testen,3,,,,,2,2,',
      'Bericht,3,,,,,,2,4',
    ),
  )
  t.same(datesOf(plan), [
    ['Auftrag lesen', '2018-04-03', '2018-04-03'],
    ['Zeitplan erstellen', '2018-04-03', '2018-04-03'],
    ['Service bauen', '2018-04-04', '2018-04-04'],
    ['Testen', '2018-04-04', '2018-04-05'],
    ['Bericht', '2018-04-05', '2018-04-05'],
  ])
  t.ok(plan.says(/guessed to be the work that is planned in them/))
  const summed = read(
    lines('Task,W1,W2,W3,W4', 'Draft,8,,,', 'Review,,4,4,', 'Print,,,,6', 'Hours,8,4,4,6', ',,,,', 'Total hours,22,,,'),
  )
  t.same(
    datesOf(summed).map(([name]) => name),
    ['Draft', 'Review', 'Print'],
  )
  t.ok(summed.says(/lines 5 have their sums/))
  // The days of a month are no hours.
  t.throws(() => read(lines(',Week 1,Week 2,Week 3', 'May,1,2,3', 'June,,5,6', 'July,,,7')), { code: 'no_name_column' })
  t.end()
})

t.test(
  'headers below the row of times name what stands left of the bars, and a few words in it are no tasks',
  async (t) => {
    const { plan } = read(
      await workbook((book) => {
        const sheet = book.addWorksheet('Plan')
        sheet.addRow(['', 'semaines', ...['2017-09-11', '2017-09-18', '2017-09-25', '2017-10-02'].map(day)])
        sheet.addRow(['', 'Tâches', '', '', 'Examen 1', 'Examen 2'])
        sheet.addRows([
          ['Partie 1', 'Sujet'],
          ['', 'Contexte'],
          ['Partie 2', 'Rapport'],
          ['', 'Exposé'],
        ])
        fill(sheet, 3, 3, 4)
        fill(sheet, 4, 4, 4)
        fill(sheet, 5, 5, 6)
        fill(sheet, 6, 6, 6)
      }),
      'plan.xlsx',
    )
    t.same(datesOf({ plan }), [
      ['Partie 1', null, null],
      ['Sujet', '2017-09-11', '2017-09-24'],
      ['Contexte', '2017-09-18', '2017-09-24'],
      ['Partie 2', null, null],
      ['Rapport', '2017-09-25', '2017-10-08'],
      ['Exposé', '2017-10-02', '2017-10-08'],
    ])
  },
)

t.test('weeks that go on below numbered months are the scale of a chart', (t) => {
  const sheet = lines(
    'ACTIVIDADES,Meses,1,,,,2,,,',
    ',Semanas,1,2,3,4,5,6,7,8',
    'Analizar,,x,x,,,,,,',
    'Probar,,,,,,,,x,x',
  )
  t.same(datesOf(read(sheet)), [
    ['Analizar', '2000-01-03', '2000-01-16'],
    ['Probar', '2000-02-14', '2000-02-27'],
  ])
  t.end()
})

t.test('times that their order or another row explains', (t) => {
  const first = (...all: string[]) => datesOf(read(lines(...all)))[0]?.slice(1)
  t.same(first('Plan 2025', 'Activity,J,F,M,A,M,J,J,A,S,O,N,D', 'Camp,,,,,,,x,x,,,,', 'Fair,x'), [
    '2025-07-01',
    '2025-08-31',
  ])
  t.same(first('Plan 2025,', 'Task,Jan,,Feb,,Mar,', ',1H,2H,1H,2H,1H,2H', 'Dig,,x,x,,,', 'Lay,,,,x,x,'), [
    '2025-01-16',
    '2025-02-15',
  ])
  t.same(first('Plan 2025,', 'Task,Jan 2025,,Feb 2025,', ',1H,2H,1H,2H', 'Dig,,x,x,', 'Lay,,,,x'), [
    '2025-01-16',
    '2025-02-15',
  ])
  t.same(first('进度（2024年）', '工作内容,时间（月）,,,', ',3,4,5,6', '文献,—,—,,', '设计,,,—,—'), [
    '2024-03-01',
    '2024-04-30',
  ])
  t.same(first('Actividad,Meses,,,', ',1,2,3,4', 'Diseño,,x,x,', 'Prueba,,,,x'), ['2000-02-03', '2000-04-02'])
  const title = 'Shutdown – March 2025,,,,,'
  t.same(first(title, 'Job,10,11,12,13,14', 'Cool,,x,x,,', 'Lift,x,,,,'), ['2025-03-11', '2025-03-12'])
  // From the first on, a few numbers may count anything.
  t.same(first(title, 'Job,1,2,3,4,5', 'Cool,,x,x,,', 'Lift,x,,,,'), ['2000-01-04', '2000-01-05'])
  t.same(first('Task,Week -2,Week -1,Week 1,Week 2', 'Train,x,x,,', 'Move,,,x,x'), ['1999-12-20', '2000-01-02'])
  t.same(first('Task,Day -2,Day -1,Day 0,Day 1', 'Train,x,x,,', 'Move,,,x,x'), ['1999-12-30', '2000-01-02'])
  t.end()
})

t.test('plus signs, dashes and a few letters mark a chart as crosses do', (t) => {
  const first = (...all: string[]) => datesOf(read(lines(...all)))[0]?.slice(1)
  for (const mark of ['+', '—', 'х', 'v', 'o', 'P'])
    t.same(first('Plan 2024', 'Task,Jan,Feb,Mar,Apr', `Dig,${mark},${mark},,`, `Lay,,,${mark},${mark}`), [
      '2024-01-01',
      '2024-02-29',
    ])
  const lettered = read(lines('Plan 2024', 'Task,Jan,Feb,Mar,Apr', 'Dig,P,R,,', 'Lay,,,P,P'))
  t.ok(lettered.says(/Letters in these columns \("P", "R"\) are guessed to be marks/))
  const roster = read(lines('Dienst 2024', 'Name,01.03.,02.03.,03.03.', 'Müller,F,S,N', 'Kern,S,N,F'))
  t.same(datesOf(roster)[0], ['Müller', null, null])
  t.end()
})

t.test('days above uneven parts, tables below and beside a chart', async (t) => {
  const parts = read(
    lines(
      'Tätigkeit,2020-03-23,,,,2020-03-24,,,,2020-03-25,,2020-03-27,,,,,Legende',
      'Planen,x,x,,,,,,,,,,,,,,Ist',
      'Bauen,,,x,x,x,x,x,x,,,,,,,,Soll',
      'Testen,,,,,,,,,x,x,,x,,,,',
    ),
  )
  t.same(datesOf(parts), [
    ['Planen', '2020-03-23', '2020-03-23'],
    ['Bauen', '2020-03-23', '2020-03-24'],
    ['Testen', '2020-03-25', '2020-03-27'],
  ])
  const days = lines(
    ',Week of 6/3/2024,,,,,Week of 6/10/2024,,,,,Week of 6/17/2024,,,,',
    'Activity,M,T,W,T,F,M,T,W,T,F,M,T,W,T,F',
    'Frame,X,X,,,,,,,,,,,,,',
    'Paint,,,,,,,,,,,X,X,,,',
  )
  t.same(datesOf(read(days))[1], ['Paint', '2024-06-17', '2024-06-18'])
  const below = read(
    await workbook((book) => {
      const sheet = book.addWorksheet('Zeitplan')
      sheet.addRow(['zeitplan', ...Array.from({ length: 8 }, (_, step) => `KW${10 + step}`)])
      for (const [step, name] of ['Research', 'Base', 'Rover', 'Model', 'Validate', 'Write'].entries()) {
        sheet.addRow([name])
        fill(sheet, step + 2, step + 2, step + 3)
      }
      sheet.getRow(10).values = ['1.Meilenstein', '2.Meilenstein', 'Abgabe']
      sheet.getRow(11).values = ['Rover robust', 'Model', day('2026-07-31')]
    }),
    'Zeitplan 2026.xlsx',
  )
  t.same(datesOf(below)[1], ['Base', '2026-03-09', '2026-03-22'])
  t.equal(below.plan.tasks.filter(({ name }) => name === 'Write').length, 1)
})

t.test('heads that are merged from different columns are heads alike', (t) => {
  const sheet = lines(
    ',Activity,Start,Duration',
    ',WEB,,',
    ',Login,2026-01-05,2',
    ',Search,2026-01-07,3',
    'LOGISTICS,,,',
    ',Stock,2026-01-12,2',
    ',Orders,2026-01-14,2',
  )
  t.same(namedTree(read(sheet).plan), [
    ['WEB', null],
    ['Login', 'WEB'],
    ['Search', 'WEB'],
    ['LOGISTICS', null],
    ['Stock', 'LOGISTICS'],
    ['Orders', 'LOGISTICS'],
  ])
  t.end()
})
