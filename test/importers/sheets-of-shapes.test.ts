// Bars that are drawn as shapes over the cells of a chart.
import t from 'tap'
import { makeWorkbook } from './make-zip.ts'
import { read } from './read-sheet.ts'

const DAYS = ['2026-03-02', '2026-03-03', '2026-03-04', '2026-03-05', '2026-03-06', '2026-03-07']
const text = (place: string, words: string) => `<c r="${place}" t="inlineStr"><is><t>${words}</t></is></c>`
const SHEET = `<worksheet><sheetData><row r="1">${['Task', ...DAYS].map((cell, at) => text(`${'ABCDEFG'[at]}1`, cell)).join('')}</row>${['Dig', 'Pour', 'Build'].map((name, at) => `<row r="${at + 2}">${text(`A${at + 2}`, name)}</row>`).join('')}</sheetData><drawing r:id="rId1"/></worksheet>`

type Shape = { row: number; from: number; to: number; toOff?: number; rows?: number; kind?: string }
const anchored = ({ row, from, to, toOff = 0, rows = 0, kind = 'rightArrow' }: Shape) => {
  const corner = (name: string, col: number, colOff: number, at: number) =>
    `<x:${name}><x:col>${col}</x:col><x:colOff>${colOff}</x:colOff><x:row>${at}</x:row><x:rowOff>90000</x:rowOff></x:${name}>`
  return `<x:twoCellAnchor>${corner('from', from, 20_000, row)}${corner('to', to, toOff, row + rows)}<x:sp><x:spPr><a:prstGeom prst="${kind}"/></x:spPr></x:sp></x:twoCellAnchor>`
}
const book = (drawing: string) =>
  makeWorkbook({
    sheet: SHEET,
    more: [
      {
        name: 'xl/worksheets/_rels/sheet1.xml.rels',
        data: '<Relationships><Relationship Id="rId1" Type="x/drawing" Target="../drawings/drawing1.xml"/></Relationships>',
      },
      { name: 'xl/drawings/drawing1.xml', data: drawing },
    ],
  })
const drawn = (...shapes: Shape[]) => book(`<x:wsDr xmlns:x="x" xmlns:a="a">${shapes.map(anchored).join('')}</x:wsDr>`)
const spans = (bytes: Uint8Array) => {
  const found = read(bytes, 'chart.xlsx')
  const ends = found.plan.tasks.map(({ source }) => [source?.start?.slice(8, 10), source?.finish?.slice(8, 10)])
  return { ...found, ends }
}

t.test('arrows, lines and boxes over the days of a chart are bars, also several in a row', (t) => {
  const { ends, says } = spans(
    drawn(
      { row: 1, from: 1, to: 3 },
      { row: 2, from: 2, to: 3, toOff: 400_000, kind: 'straightConnector1' },
      { row: 3, from: 3, to: 4, kind: 'rect' },
      { row: 3, from: 6, to: 6, toOff: 500_000, kind: 'rect' },
    ),
  )
  t.same(ends, [
    ['02', '03'],
    ['03', '04'],
    ['04', '07'],
  ])
  t.ok(says(/^Shapes drawn over cells, such as arrows, are read as bars\.$/))
  t.end()
})

t.test('pictures, boxes of text over several lines and broken drawings are none, and no fault of the sheet', (t) => {
  const none = [
    drawn({ row: 1, from: 1, to: 3, kind: 'wedgeRectCallout' }, { row: 1, from: 1, to: 3, rows: 3, kind: 'rect' }),
    drawn({ row: 1, from: -4, to: 99_999 }, { row: 1, from: 5, to: 2 }),
    book('<x:wsDr><x:twoCellAnchor>'),
    book('<!DOCTYPE x [<!ENTITY a "b">]><x/>'),
  ]
  for (const bytes of none) {
    const { plan, ends } = spans(bytes)
    t.equal(plan.tasks.length, 3)
    t.ok(ends.flat().every((end) => end === undefined))
  }
  t.end()
})
