// The cells of old binary workbooks: values, texts and colours, record by record.
import t from 'tap'
import type { NamedSheet } from '../../importers/spreadsheet/sheet-book.ts'
import { blanks, f64, merged, record, rk, rkNumbers, serial, styleColour, u16 } from './make-xls.ts'
import { cellsOf, DAY, ofRows, SHARE, styles } from './old-workbook-cells.ts'

t.test('cells of every kind show what they show', async (t) => {
  const { rows } = cellsOf({
    sheets: [
      {
        name: 'Plan',
        rows: [
          ['shared', { value: 'own text', as: 'label' }, { value: 'fonts', as: 'rich' }, 'größer – 計画'],
          [1.5, { value: 7, as: 'rk' }, { value: -3, as: 'rk' }, { value: 0.5, as: 'rk' }, true, false, { error: 23 }],
          [
            { value: 4, as: 'formula' },
            { value: 'told', as: 'formula' },
            { value: true, as: 'formula' },
            { value: { error: 42 }, as: 'formula' },
            { value: null, as: 'formula' },
            // The formula that cells share stands before its text.
            { value: 'late – text', as: 'formula', between: record(0x04bc, u16(2, 2), 5, 5, u16(0)) },
          ],
          ['last', null, { value: null, style: 0 }, 'after blanks'],
        ],
        more: [
          rkNumbers(4, 1, [
            [0, 12],
            [SHARE, 1],
            [DAY, serial('2026-03-02')],
          ]),
          blanks(5, 0, [0, 0, 0]),
          record(0x027e, u16(6, 0, 0), rk(2.75, true)),
        ],
      },
    ],
    styles,
  })
  t.same(rows, [
    [1, 'shared', 'own text', 'fonts', 'größer – 計画'],
    [2, '1.5', '7', '-3', '0.5', 'TRUE', 'FALSE', ''],
    [3, '4', 'told', 'TRUE', '', '', 'late – text'],
    [4, 'last', '', '', 'after blanks'],
    [5, '', '12', '100%', '2026-03-02'],
    [7, '2.75'],
  ])
})

t.test('formats say what numbers mean, as they do in new workbooks', async (t) => {
  const formats = { 164: 'dd"."mm"."yyyy', 165: '[h]:mm', 166: '0 "weeks"', 167: '#,##0\\ _D_M', 168: 'h:mm' }
  const own = Object.keys(formats).map((format) => ({ format: Number(format) }))
  const { rows } = cellsOf({
    formats,
    styles: [{}, { format: 17 }, { format: 10 }, ...own],
    sheets: [
      {
        name: 'Plan',
        rows: [[46_083, 46_083, 0.125, 46_083, 1.5, 2, 12, 0.5].map((value, style) => ({ value, style }))],
      },
    ],
  })
  t.same(rows, [[1, '46083', '2026-03-02', '12.5%', '2026-03-02', '36 hours', '2 weeks', '12', '0.5']])
})

t.test('texts go on in further records, wherever they are cut', async (t) => {
  const cells = [
    'plain',
    'wide 計画 and on',
    'narrow first, and then 計 a single wide letter',
    { value: 'with fonts', runs: 3 },
    { value: '工程', phonetic: 20 },
    { value: 'both of them – 計画', runs: 2, phonetic: 34 },
    '',
    'end',
  ]
  const texts = cells.map((cell) => (typeof cell === 'string' ? cell : cell.value))
  for (let pieceBytes = 12; pieceBytes < 90; pieceBytes += 1)
    t.same(cellsOf({ ...ofRows(cells), pieceBytes }).rows, [[1, ...texts]], `pieces of ${pieceBytes} bytes`)
})

t.test('cells out of their order stand at their places, and the last of two at one place counts', async (t) => {
  const cell = (row: number, column: number, value: number) => record(0x027e, u16(row, column, 0), rk(value))
  const more = [cell(2, 1, 9), cell(0, 1, 1), cell(2, 0, 8), cell(0, 0, 5), cell(0, 0, 6)]
  t.same(cellsOf({ sheets: [{ name: 'Plan', more }] }).rows, [
    [1, '6', '1'],
    [3, '8', '9'],
  ])
})

t.test('colours of cells are those of the palette, of the theme or their own', async (t) => {
  const solid = (colour: number) => ({ pattern: 1, colour })
  const colours = [
    {},
    solid(10),
    solid(9),
    solid(8),
    solid(17),
    solid(22),
    { pattern: 0, colour: 10 },
    solid(13),
    solid(14),
  ]
  const { fills } = cellsOf({
    styles: colours,
    palette: ['102030'],
    globals: [
      styleColour(5, { kind: 3, tint: 13_106, value: 4 }),
      styleColour(7, { kind: 2, value: 0xff_30_20_11 }),
      styleColour(8, { kind: 3, value: 0 }),
    ],
    sheets: [
      {
        name: 'Plan',
        rows: [colours.map((_, style) => ({ value: style, style }))],
        more: [blanks(1, 0, [1, 0, 1]), merged([2, 3, 1, 2], [1, 1, 2, 4]), record(0x0201, u16(2, 1, 4))],
      },
    ],
  })
  t.same(
    [...fills].map(([line, cells]) => [line, Object.fromEntries(cells)]),
    [
      [1, { 1: 'ff0000', 3: '102030', 4: '008000', 5: '3 4 13106', 7: '112030' }],
      [2, { 0: 'ff0000', 2: 'ff0000', 3: 'ff0000', 4: 'ff0000' }],
      [3, { 1: '008000', 2: '008000' }],
      [4, { 1: '008000', 2: '008000' }],
    ],
    'white is none, and so is a colour without a pattern',
  )
})

t.test('what later versions say of styles counts as long as nobody else changed them', async (t) => {
  const styles = [{ indent: 1, pattern: 1, colour: 10 }]
  const globals = [styleColour(0, { kind: 2, value: 0xff_30_20_11 })]
  const colourOf = (areStylesChanged: boolean) =>
    cellsOf({ styles, globals, areStylesChanged, sheets: [{ name: 'Plan', rows: [['Dig']] }] })
      .fills.get(1)
      ?.get(0)
  t.equal(colourOf(false), '112030')
  t.equal(colourOf(true), 'ff0000')
})

t.test('formulas under the numbers of older versions, and empty texts without a word more, are read', async (t) => {
  const formula = (type: number, column: number) => record(type, u16(0, column, 0), f64(column + 0.5), u16(0, 0, 0, 0))
  const more = [formula(0x0206, 0), formula(0x0406, 1), record(0x0204, u16(0, 2, 0, 0)), rkNumbers(0, 3, [[0, 4]])]
  t.same(cellsOf({ sheets: [{ name: 'Plan', more }] }).rows, [[1, '0.5', '1.5', '', '4']])
})

t.test('a format that ends a letter early is what it says', async (t) => {
  const short = record(0x041e, u16(170, 11), 0, Buffer.from('dd/mm/yyyy'))
  const rows = [[{ value: serial('2026-03-02'), style: 0 }]]
  t.same(cellsOf({ styles: [{ format: 170 }], globals: [short], sheets: [{ name: 'Plan', rows }] }).rows, [
    [1, '2026-03-02'],
  ])
})

t.test('cells in bold are those whose font is, merged ones with them', async (t) => {
  const bold = { value: 'Build', style: 1 }
  const { book } = cellsOf({
    styles: [{}, { isBold: true }],
    sheets: [{ name: 'Plan', rows: [['Task'], [bold, 'Dig'], [null, bold]], more: [merged([1, 2, 0, 0])] }],
  })
  const found = [...book.boldOf(book.all[0] as NamedSheet)].map(([line, cells]) => [line, ...cells.keys()])
  t.same(found, [
    [2, 0],
    [3, 1, 0],
  ])
})
