/**
 * `npm run test:refusals`: runs the tests of the rooms whose refusals are listed, and says for every place of the sources that
 * refuses something which test is told it, or that none is. `--write` keeps the list that `test/contract/refusals.test.ts`
 * reads; `--from FOLDER` takes what an earlier run was told. Exits 1 when a refusal is told to no test.
 */
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { recordedRefusals } from './recorded-refusals.ts'
import { LIST, listedLine } from './refusal-list.ts'
import { ROOMS, refusalSites } from './refusal-sites.ts'
import { scratchFolder } from './scratch-folder.ts'

const { values } = parseArgs({ options: { write: { type: 'boolean' }, from: { type: 'string' } } })
const folder = values.from ?? recordRun()
const told = recordedRefusals(folder).sort((a, b) => a.test.localeCompare(b.test))
if (values.from === undefined) rmSync(folder, { recursive: true })

/** No request gets as far as these. */
const GUARDED = [
  { place: 'tasks/rules/recorded-work.ts: 400 field field', why: 'none: dates lie between 1900 and 2199' },
]

let untoldCount = 0
const lines = refusalSites().map((site) => {
  const own = told.filter((answer) => site.matches(answer))
  // The test of the room itself says most about it.
  const [room] = site.file.split('/')
  const test = (own.find((answer) => answer.test.startsWith(`test/api/${room}/`)) ?? own[0])?.test
  const guarded = GUARDED.find(({ place }) => `${site.file}: ${site.line}`.startsWith(place))
  if (test === undefined && !guarded) untoldCount++
  return listedLine(site, test ?? guarded?.why ?? 'NO TEST')
})
if (values.write) writeFileSync(LIST, `${lines.join('\n')}\n`)
process.stdout.write(`${lines.filter((line) => values.write === undefined || line.endsWith('NO TEST')).join('\n')}\n`)
process.stdout.write(`${lines.length} refusals, ${untoldCount} of them told to no test\n`)
process.exitCode = untoldCount > 0 ? 1 : 0

function recordRun(): string {
  const into = scratchFolder('refusals-')
  const rooms = [...new Set(ROOMS.map((room) => `test/api/${room.split('/')[0]}`))]
  const env = { ...process.env, SVC_TEST_REFUSALS: into }
  spawnSync(process.execPath, ['test/support/run-tests.ts', ...rooms], { stdio: 'inherit', env })
  return into
}
