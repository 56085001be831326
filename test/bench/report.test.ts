import t from 'tap'
import { reportPage } from '../../bench/report/report-page.ts'
import { madeCase, madeRun, madeSize } from './made-run.ts'

const peer = { name: '<naive> peer', samples: [30, 31, 29], parts: {}, reason: null }
const run = madeRun([
  madeCase('steady', [
    madeSize([1, 1.1, 0.9], { peers: [peer], aims: [{ of: 'median', atMost: 2 }] }),
    madeSize([10, 11, 9], { size: 10_000, aims: [{ of: 'median', atMost: 5 }], parts: { cold: 3 } }),
  ]),
  madeCase('broken', [madeSize([], { failure: 'its "process" ended' })]),
])
const page = reportPage(run)

t.test('the page needs nothing from elsewhere and runs nothing', async (t) => {
  t.notMatch(page, /<script|<link|<iframe|<img|@import|url\(|https?:\/\//i)
  t.notMatch(page, /\son\w+=/i)
  t.match(page, /prefers-color-scheme: dark/)
})

t.test('it says what was measured, what failed and what is missing', async (t) => {
  t.match(page, 'Failed</strong> at 1,000 tasks: its &quot;process&quot; ended')
  t.match(page, 'moon phase')
  t.match(page, 'no &lt;telescope&gt; &amp; no night')
  t.match(page, '&lt;naive&gt; peer')
  t.notMatch(page, '<naive>')
  t.match(page, '1 of 2')
  t.match(page, 'The working copy had changes')
  t.match(page, 'The machine was busy')
  t.match(page, 'Made processor')
  t.match(page, 'not judged, machine busy')
  t.notMatch(page, '✗ missed')
  t.notMatch(reportPage({ ...run, loadAfter: 0.2 }), 'machine busy')
})

t.test('it draws samples and growth', async (t) => {
  // A dot for each sample, a dot for each size in either growth plot.
  t.equal(page.match(/<circle [^>]*r="2.6"/g)?.length, 9)
  t.equal(page.match(/class="ratio faster"/g)?.length, 1)
  t.equal(page.match(/<circle class="point"/g)?.length, 4)
  t.notMatch(page, /NaN|Infinity|undefined/)
})

t.test('amounts that are no times stand in units of their own', async (t) => {
  const size = madeSize([237], {
    parts: { kept_mb: 45, worst_to_full: 2.5, kb_per_socket: 4 },
    aims: [
      { of: 'median', atMost: 450 },
      { of: 'part:kept_mb', atMost: 150 },
      { of: 'part:worst_to_full', atMost: 1.3 },
      { of: 'part:kb_per_socket', atMost: 40 },
    ],
  })
  const text = reportPage(madeRun([madeCase('memory', [size], { unit: 'MB', workName: null })]))
  for (const cell of ['≤ 450 MB', '237 MB', '≤ 150 MB', '45 MB', '≤ × 1.30', '× 2.50', '≤ 40 KB', '4 KB']) {
    t.match(text, `<td>${cell}</td>`, cell)
  }
})

t.test('an empty run still makes a page', async (t) => {
  t.match(reportPage(madeRun([])), /<!doctype html>/)
})
