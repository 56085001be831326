// Seen failing before: of charts side by side only the first was read, and the names of the others were said to be left out.
import type ExcelJS from 'exceljs'
import t from 'tap'
import { datesOf, day, lines, namedTree, read, workbook } from './read-sheet.ts'

const fill = (sheet: ExcelJS.Worksheet, line: number, from: number, to: number) => {
  for (let column = from; column <= to; column += 1)
    sheet.getRow(line).getCell(column).fill = {
      type: 'pattern',
      pattern: 'solid',
      fgColor: { argb: 'FF4472C4' },
    }
}

t.test('charts side by side are read one below the other, each under its title', async (t) => {
  const weeks = ['2024-11-04', '2024-11-11', '2024-11-18'].map(day)
  const { plan, says } = read(
    await workbook((book) => {
      const sheet = book.addWorksheet('Team')
      sheet.addRow(['Anna', ...weeks, '', 'Ben', ...weeks])
      sheet.addRow(['Wireframes', '', '', '', '', 'Schema'])
      sheet.addRow(['Front page', '', '', '', '', 'Login'])
      sheet.addRow(['Cleo', ...weeks, '', 'Dan', ...weeks])
      sheet.addRow(['Texts', '', '', '', '', 'Photos'])
      fill(sheet, 2, 2, 2)
      fill(sheet, 2, 7, 8)
      fill(sheet, 3, 3, 4)
      fill(sheet, 3, 9, 9)
      fill(sheet, 5, 3, 3)
      fill(sheet, 5, 8, 9)
    }),
    'team.xlsx',
  )
  t.same(datesOf({ plan }), [
    ['Anna', null, null],
    ['Wireframes', '2024-11-04', '2024-11-10'],
    ['Front page', '2024-11-11', '2024-11-24'],
    ['Cleo', null, null],
    ['Texts', '2024-11-11', '2024-11-17'],
    ['Ben', null, null],
    ['Schema', '2024-11-04', '2024-11-17'],
    ['Login', '2024-11-18', '2024-11-24'],
    ['Dan', null, null],
    ['Photos', '2024-11-11', '2024-11-24'],
  ])
  t.same(namedTree(plan)[9], ['Photos', 'Dan'])
  t.ok(says(/2 charts stand side by side; they are read one below the other/))
  t.notOk(says(/columns without a header/))
})

t.test('charts side by side whose names have headers have no titles', (t) => {
  const { plan } = read(lines('Task,W1,W2,W3,,Task,W1,W2,W3', 'Draft,x,x,,,Print,,x,x', 'Review,,,x,,Post,,,x'))
  t.same(datesOf({ plan }), [
    ['Draft', '2000-01-03', '2000-01-16'],
    ['Review', '2000-01-17', '2000-01-23'],
    ['Print', '2000-01-10', '2000-01-23'],
    ['Post', '2000-01-17', '2000-01-23'],
  ])
  t.end()
})

t.test('sums below marks are none, and a header says what numbers below it count', (t) => {
  const summed = read(lines('Planning 2025', 'Taak,wk 6,wk 7,wk 8', 'Onderzoek,x,x,', 'Verslag,,x,x', 'Totaal,1,2,1'))
  t.same(datesOf(summed), [
    ['Onderzoek', '2025-02-03', '2025-02-16'],
    ['Verslag', '2025-02-10', '2025-02-23'],
  ])
  const months = read(lines('Activity,Timeframe (months),,', ',1,2,3', 'Inception,X,,', 'Report,,X,X'))
  t.same(datesOf(months)[1], ['Report', '2000-02-03', '2000-04-02'])
  t.end()
})
