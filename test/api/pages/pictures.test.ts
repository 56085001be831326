import t from 'tap'
import { makeProject } from '../../support/projects.ts'
import { startApp } from '../../support/start-app.ts'

const DATE = 'Send a date as YYYY-MM-DD between 1900 and 2199.'
const WIDTH = 'Send a whole number of pixels from 320 to 8000.'
const LOW = 'Send percent as a number from -100 to 0.'
const FLAG = 'Send true or false.'
/** What is asked of a picture, the parameter that is refused, and the one sentence that says what is allowed. */
const REFUSED: readonly (readonly [asked: string, name: string, sentence: string])[] = [
  ...['abc', '', '10', '99999', '400.5', '1e3', 'NaN'].map((text) => [`gantt/?width=${text}`, 'width', WIDTH] as const),
  ['load/?width=wide', 'width', WIDTH],
  ['forecast/?width=1&width=2', 'width', WIDTH],
  ['gantt/?layout=tall', 'layout', 'Send wide or narrow.'],
  ['network/?scheme=pink', 'scheme', 'Send auto, light or dark.'],
  ['gantt/?zoom=years', 'zoom', 'Send days, weeks or months.'],
  ['gantt/?critical=maybe', 'critical', FLAG],
  ['gantt/?from=2026-13-01&to=2026-01-01', 'from', DATE],
  ['gantt/?from=2026-03-01&to=2026-01-01', 'non_field_errors', 'from is after to.'],
  ['gantt/?from=2026-03-01', 'non_field_errors', 'Send from and to together.'],
  ['forecast/?target_date=soon', 'target_date', DATE],
  ['forecast/?low_percent=a&high_percent=3', 'low_percent', LOW],
  ['tornado/?low_percent=&high_percent=3', 'low_percent', LOW],
  ['forecast/?low_percent=5&high_percent=3', 'low_percent', LOW],
  ['forecast/?low_percent=0&high_percent=901', 'high_percent', 'Send percent as a number from 0 to 900.'],
  ['forecast/?low_percent=-10', 'non_field_errors', 'Send low_percent and high_percent together.'],
  ['forecast/?open_risks=2', 'open_risks', FLAG],
  ['load/?weeks=5', 'weeks', 'Send 4, 8, 12 or 16.'],
  ['load/?start=x', 'start', DATE],
]

t.test('whatever is wrong with what a picture is asked for, one sentence says what is allowed', async (t) => {
  const app = await startApp(t, { env: { SVC_THROTTLE_MONTE_CARLO_RATE: '1000/min' } })
  const ann = await app.user('ann')
  const { id } = await makeProject(ann, { start_date: '2026-01-05', status_date: '2026-01-05' })
  await ann.post('/tasks/', { project: id, name: 'Survey', duration: 3 })
  await app.runJobs()
  for (const [asked, name, sentence] of REFUSED) {
    for (const path of [asked, asked.replace('/?', '.svg?')]) {
      const { status, body } = await ann.get(`/projects/${id}/pictures/${path}`)
      t.strictSame([status, body], [400, { [name]: [sentence] }], path)
    }
  }
  t.match(await ann.get(`/projects/${id}/pictures/gantt.pdf`), {
    status: 404,
    body: { hint: `Pictures are SVG and PNG; a browser prints /api/v1/projects/${id}/pictures/gantt.svg as PDF.` },
  })
  const wide = await ann.get(`/projects/${id}/pictures/gantt.svg?width=900&critical=true`)
  t.match(wide.text, /^<svg[^>]* width="900"/)
  t.equal((await ann.get(`/projects/${id}/pictures/forecast/?low_percent=-12.5&high_percent=30`)).status, 200)
})
