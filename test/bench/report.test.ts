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

t.test('an empty run still makes a page', async (t) => {
  t.match(reportPage(madeRun([])), /<!doctype html>/)
})
