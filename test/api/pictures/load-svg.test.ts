import t from 'tap'
import { loadSvg } from '../../../api/pictures/load-svg.ts'

t.test('the first week of each year names its year, the others their number', async (t) => {
  const weeks = ['2026-W52', '2026-W53', '2027-W01', '2027-W02']
  const people = [{ id: 'a', name: 'Ann', weeks: [80, 80, 80, 80] }]
  const svg = loadSvg({ id: 'load', title: 'Load', people, weeks } as unknown as Parameters<typeof loadSvg>[0])
  const heads = [...svg.matchAll(/<text[^>]*class="small faint"[^>]*>([^<]*W\d\d)</g)].map(([, text]) => text)
  t.strictSame(heads, ['2026-W52', 'W53', '2027-W01', 'W02'])
})
