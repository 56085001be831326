import t from 'tap'
import {
  plainException,
  readNewExceptions,
  readOldExceptions,
} from '../../../importers/plan-file/mpp/calendars/read-calendar-exceptions.ts'
import { readHours, readWeek, usualWeek } from '../../../importers/plan-file/mpp/calendars/read-week.ts'
import { stripRtf } from '../../../importers/plan-file/mpp/values/strip-rtf.ts'
import { processorMs } from '../../support/processor-time.ts'
import { int16, int32, text } from './make-bytes.ts'

const rtf = (body: string, head = '') => `{\\rtf1\\ansi\\ansicpg1252\\deff0${head}\r\n\\pard\\f0 ${body}\\par\r\n}\r\n`

t.test('notes lose their dress', async (t) => {
  const cases: [string, string][] = [
    ['plain words', 'plain words'],
    ['one\\par two\\line three\\tab four', 'one\ntwo\nthree\tfour'],
    ['{\\b bold} and {\\i\\fs20 small}', 'bold and small'],
    ["Gr\\'f6\\'dfe", 'Größe'],
    ['\\u8364? \\u-3913?', '€ \uf0b7'],
    ['{\\uc2\\u8364\\u8364 ab}c', '€€c'],
    ["\\uc1\\u1046\\'c6\\u1047\\'c7", 'ЖЗ'],
    ['braces \\{ \\} and \\\\', 'braces { } and \\'],
    ['a\\~b\\-c\\_d', 'a\u00a0bc\u2011d'],
    ['\\lquote x\\rquote  \\endash  \\bullet', '‘x’ – •'],
    ['before{\\*\\generator Riched20 14.0;}after', 'beforeafter'],
    ['before{\\pict\\wmetafile8 0100090000}after', 'beforeafter'],
    ['before{\\object{\\*\\objclass Package}{\\*\\objdata 0105}}after', 'beforeafter'],
    ['kept{\\unknownword  text}', 'kept text'],
    ['end\\par\\par', 'end\n\n'],
  ]
  for (const [body, expected] of cases) t.equal(stripRtf(rtf(body)), expected, body)
})

t.test('code pages follow the document and the font', async (t) => {
  const cyrillic =
    '{\\fonttbl{\\f0\\fnil\\fcharset204 Arial;}{\\f1\\fnil\\fcharset0 Arial;}{\\f2\\fnil\\fcharset128 Gothic;}}'
  t.equal(stripRtf(rtf("\\'c6\\f1\\'c6\\f2\\'83\\'41", cyrillic)), 'ЖÆア')
  t.equal(stripRtf("{\\rtf1\\ansicpg1250 \\'e8\\par}"), 'č')
  t.equal(stripRtf("{\\rtf1\\ansicpg99999 \\'e8\\par}"), 'è', 'an unknown page')
  t.equal(stripRtf(`{\\rtf1\\ansicpg1251 ${'\u00c6'}\\par}`), 'Ж', 'bytes that are not escaped')
})

t.test('what is no rich text, and rich text that is broken', async (t) => {
  t.equal(stripRtf('just words\r\n'), 'just words')
  t.equal(stripRtf(''), '')
  t.equal(stripRtf('{\\rtf1 open {\\b groups'), 'open groups')
  t.equal(stripRtf('{\\rtf1 closed}}}} twice'), 'closed')
  t.equal(stripRtf("{\\rtf1 a\\'zz\\"), "a'zz", 'half an escape')
  t.equal(stripRtf(`{\\rtf1 ${'{'.repeat(100_000)}deep${'}'.repeat(100_000)} and back\\par}`), 'deep and back')
  const startedAt = processorMs()
  for (const piece of ['{', '}', '\\', "\\'", '\\u1 ', '\\uc99\\u1', "\\'ff", '\\par', 'x', '\\fcharset1']) {
    stripRtf(`{\\rtf1 ${piece.repeat(200_000)}`)
  }
  t.ok(processorMs() - startedAt < 5000, 'long ones take no time')
})

const DAY = 60
const day = (periods: number | 'usual') =>
  Buffer.concat([int16(periods === 'usual' ? 1 : 0), int16(periods === 'usual' ? 0 : periods), Buffer.alloc(DAY - 4)])
const week = (...days: (number | 'usual')[]) => Buffer.concat(days.map(day))

t.test('weeks begin on Sunday in the file and on Monday here', async (t) => {
  const layout = { firstAt: 0, dayLength: DAY }
  t.same(readWeek(week(0, 2, 'usual', 1, 1, 1, 0), layout), [true, null, true, true, true, false, false])
  t.same(readWeek(Buffer.alloc(3), layout), [false, false, false, false, false, false, false])
  t.same(usualWeek(null, layout), [true, true, true, true, true, false, false])
  const saturday = week(0, 1, 1, 1, 1, 'usual', 1)
  t.same(usualWeek(saturday, layout), [true, true, true, true, true, true, false])
})

type Recurrence = { kind?: number; bytes?: number[] }

function exception(from: number, to: number, periods: number, name = '', { kind = 1, bytes = [] }: Recurrence = {}) {
  const block = Buffer.alloc(92)
  block.writeUInt16LE(from, 0)
  block.writeUInt16LE(to, 2)
  block.writeUInt16LE(periods, 14)
  block.writeUInt16LE(kind, 72)
  Buffer.from(bytes).copy(block, 76)
  const label = name === '' ? Buffer.alloc(0) : text(name)
  block.writeInt32LE(label.length, 88)
  return Buffer.concat([block, label, Buffer.alloc((4 - (label.length % 4)) % 4)])
}

const usual = week('usual', 'usual', 'usual', 'usual', 'usual', 'usual', 'usual')

t.test('exceptions since 2007, their names and their rules', async (t) => {
  const list = [
    exception(100, 102, 0, 'Feast'),
    exception(100, 500, 1, 'Odd', { kind: 7, bytes: [3, 0] }),
    exception(100, 500, 0, '', { kind: 7, bytes: [1, 0] }),
    exception(100, 500, 0, '', { kind: 6, bytes: [0b1000010, 0, 2, 0] }),
    exception(100, 500, 0, '', { kind: 4, bytes: [15, 0, 2] }),
    exception(100, 500, 0, '', { kind: 5, bytes: [4, 3, 6, 0] }),
    exception(100, 500, 0, '', { kind: 2, bytes: [11, 25] }),
    exception(100, 500, 0, '', { kind: 3, bytes: [0, 1, 4] }),
    exception(500, 100, 0),
    exception(0xffff, 100, 0),
  ]
  const bytes = Buffer.concat([usual, int16(list.length), int16(0), ...list])
  const { exceptions, workWeeks } = readNewExceptions(bytes)
  t.same(workWeeks, [])
  t.equal(exceptions.length, 8, 'ranges without a day are left out')
  const none = { period: 1, month: 1, monthDay: 1, monthItem: 0, monthPosition: 0, daysOfWeek: 0 }
  t.same(exceptions[0], { name: 'Feast', fromDay: 5212, toDay: 5214, isWorking: false, recurrence: null })
  t.match(exceptions[1], { name: 'Odd', isWorking: true, recurrence: { ...none, kind: 7, period: 3 } })
  t.equal(exceptions[2]?.recurrence, null, 'every day is a plain range')
  t.same(exceptions[3]?.recurrence, { ...none, kind: 6, daysOfWeek: 0b1000010, period: 2 })
  t.same(exceptions[4]?.recurrence, { ...none, kind: 4, monthDay: 15, period: 2 })
  t.same(exceptions[5]?.recurrence, { ...none, kind: 5, monthPosition: 4, monthItem: 3, period: 6 })
  t.same(exceptions[6]?.recurrence, { ...none, kind: 2, month: 12, monthDay: 25 })
  t.same(exceptions[7]?.recurrence, { ...none, kind: 3, month: 1, monthPosition: 1, monthItem: 4 })
})

t.test('special weeks follow the exceptions', async (t) => {
  const special = (from: number, to: number, name: string) => {
    const label = text(name)
    const dates = Buffer.concat([int16(from), int16(to), Buffer.alloc(8), int32(label.length)])
    return Buffer.concat([week(0, 1, 'usual', 0, 0, 0, 2), dates, label, Buffer.alloc((4 - (label.length % 4)) % 4)])
  }
  const tail = [Buffer.alloc(4), special(10, 20, 'Push'), special(30, 40, 'Pull it'), special(9, 8, 'Back')]
  const expected = [true, null, false, false, false, true, false]
  for (const list of [[], [exception(100, 102, 0, 'Feast')]]) {
    const { exceptions, workWeeks } = readNewExceptions(
      Buffer.concat([usual, int16(list.length), int16(0), ...list, ...tail]),
    )
    t.equal(exceptions.length, list.length)
    t.same(workWeeks, [
      { fromDay: 5122, toDay: 5132, week: expected },
      { fromDay: 5142, toDay: 5152, week: expected },
    ])
  }
  t.same(readNewExceptions(usual), { exceptions: [], workWeeks: [] })
  const cut = Buffer.concat([usual, int16(0xffff), int16(0), exception(1, 2, 0), Buffer.alloc(40)])
  t.equal(readNewExceptions(cut).exceptions.length, 1, 'a count beyond the bytes')
  const endless = exception(1, 2, 0)
  endless.writeInt32LE(0x7fffffff, 88)
  t.equal(readNewExceptions(Buffer.concat([usual, int16(2), int16(0), endless])).exceptions.length, 1)
})

t.test('exceptions of 2000-2003', async (t) => {
  const old = (from: number, to: number, periods: number) =>
    Buffer.concat([int16(from), int16(to), int16(0), int16(periods), Buffer.alloc(56)])
  const bytes = Buffer.concat([int32(2), usual, old(1, 1, 0), old(5, 6, 2)])
  t.same(
    readOldExceptions(bytes).exceptions.map(({ fromDay, toDay, isWorking }) => [fromDay, toDay, isWorking]),
    [
      [5113, 5113, false],
      [5117, 5118, true],
    ],
  )
  t.equal(readOldExceptions(bytes.subarray(0, bytes.length - 1)).exceptions.length, 1)
  t.equal(plainException(Buffer.from([0xff, 0xff, 1, 0]), 0, 0), null)
})

t.test(
  'hours of a day of Project 98 are three starts and their lengths, shorter than those of later versions',
  async (t) => {
    // Midnight to three, four to eight, eleven at night to midnight; other days as usual.
    const night = Buffer.alloc(40)
    for (const [at, value] of [
      [2, 3],
      [8, 0],
      [10, 2400],
      [12, 13_800],
    ] as const)
      night.writeUInt16LE(value, at)
    for (const [at, value] of [
      [16, 1800],
      [20, 2400],
      [24, 600],
    ] as const)
      night.writeInt32LE(value, at)
    const usual = Buffer.alloc(40)
    usual.writeUInt16LE(1, 0)
    const days = Buffer.concat([Buffer.alloc(4), usual, usual, night, usual, usual, usual, usual])
    const layout = { firstAt: 4, dayLength: 40, mostPeriods: 3, lengthsAt: 16 }
    t.same(readHours(days, layout), [null, { from: 0, minutes: 480 }, null, null, null, null, null])
  },
)
