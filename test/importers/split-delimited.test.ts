// Our scanner of delimited text beside csv-parse: the same cells for whatever both take.
import { parse } from 'csv-parse/sync'
import t from 'tap'
import { splitDelimited } from '../../importers/spreadsheet/text/split-delimited.ts'
import { seededRandom } from '../hostile/mutate.ts'

function ours(text: string, separator: string): string[][] {
  const rows: string[][] = []
  splitDelimited(text, separator, (_line, cells) => {
    rows.push(cells)
  })
  return rows
}

const theirs = (text: string, delimiter: string): string[][] =>
  parse(text, { delimiter, relax_column_count: true, record_delimiter: ['\r\n', '\n', '\r'] })

const PIECES = ['a', 'Ö', '日本', ' ', '""', '7', '-', "'", '=1+1', '#']

function randomCell(random: (below: number) => number, separator: string): string {
  const text = Array.from({ length: random(6) }, () => PIECES[random(PIECES.length)]).join('')
  const plain = text.replaceAll('"', '')
  return random(3) > 0 ? plain : `"${text}${random(2) ? separator : ''}${random(4) ? '' : '\r\n'}"`
}

t.test('cells of quoted and bare text, with any separator and line end', async (t) => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const random = seededRandom(seed)
    const separator = [',', ';', '\t', '|'][random(4)] as string
    const lineEnd = ['\n', '\r\n', '\r'][random(3)] as string
    const rows = Array.from({ length: 1 + random(8) }, () =>
      Array.from({ length: 1 + random(6) }, () => randomCell(random, separator)).join(separator),
    )
    // A blank line is a row of one blank cell here and none there.
    const text = rows.filter((row) => row !== '').join(lineEnd) + (random(2) ? lineEnd : '')
    if (text.trim() === '') continue
    t.same(ours(text, separator), theirs(text, separator), `seed ${seed}: ${JSON.stringify(text)}`)
  }
})
