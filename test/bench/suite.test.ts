import { execFile } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import type { BenchCase } from '../../bench/bench-case.ts'
import { benchCases, benchFamilies } from '../../bench/cases/case-list.ts'
import { planQuickRun } from '../../bench/plan-quick-run.ts'
import { GroupRunner } from '../../bench/run-groups.ts'
import { scratchFolder } from '../support/scratch-folder.ts'

const RUN = fileURLToPath(new URL('../../bench/run.ts', import.meta.url))
const folder = scratchFolder('bench-suite-')
t.teardown(() => rmSync(folder, { recursive: true }))

function bench(...args: string[]): Promise<{ code: number; text: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [RUN, ...args], (error, text, errors) =>
      resolve({ code: error === null ? 0 : Number(error.code), text: text + errors }),
    )
  })
}

t.test('a quick run has time for every family before it has some for a second case', (t) => {
  const planned = planQuickRun(benchFamilies)
  const quick = benchCases.filter(({ quickSizes }) => quickSizes.length > 0)
  t.strictSame(new Set(planned.map(({ one }) => one)), new Set(quick))
  t.equal(planned.length, quick.length)
  for (const family of benchFamilies) {
    const places = family.map((one) => planned.find((at) => at.one === one)).filter((at) => at !== undefined)
    t.ok(
      places.every(({ beginsBefore }, at) => (at === 0 ? beginsBefore === 1 : beginsBefore <= 1)),
      family[0]?.name ?? '',
    )
  }
  const groups = planned.map(({ one }) => one.group)
  t.equal(groups.filter((group, at) => group !== groups[at - 1]).length, new Set(groups).size, 'a process a group')
  const simulation = planned.filter(({ one }) => one.group === 'simulation')
  t.ok(
    simulation.slice(2).every(({ beginsBefore }) => beginsBefore < 0.5),
    'the second of a group end with its share',
  )
  t.end()
})

t.test('names are unique and every case has sizes', async (t) => {
  t.equal(new Set(benchCases.map(({ name }) => name)).size, benchCases.length)
  for (const { name, fullSizes, quickSizes } of benchCases) {
    t.ok(fullSizes.length > 0, name)
    t.ok(
      quickSizes.every((size) => size <= Math.max(...fullSizes)),
      name,
    )
  }
})

t.test('one small case from the command line to result file and page', async (t) => {
  const json = path.join(folder, 'run.json')
  const html = path.join(folder, 'run.html')
  const { code, text } = await bench('--quick', '--only', 'topological-order', '--json', json, '--html', html)
  t.equal(code, 0, text)
  const run = JSON.parse(readFileSync(json, 'utf8'))
  t.match(run, {
    format: 'svc-bench/1',
    mode: 'quick',
    machine: { node: process.versions.node, processor: String, isDirty: Boolean },
    loadBefore: Number,
    loadAfter: Number,
    cases: [{ name: 'topological-order', sizes: [{ size: 20_000, failure: null, hash: String, datasetHash: String }] }],
  })
  t.ok(run.cases[0].sizes[0].samples.length >= 3)
  t.match(readFileSync(html, 'utf8'), /topological-order/)
  t.equal((await bench('compare', json, json)).code % 2, 0, 'a run is no regression of itself')
})

t.test('wrong use is told apart', async (t) => {
  t.equal((await bench('--only', 'no such case')).code, 3)
  t.equal((await bench('--unknown')).code, 3)
  t.match(await bench('--onyl', 'cpm'), { code: 3, text: /did you mean --only\?/ })
  t.equal((await bench('--quick', '--full')).code, 3)
  t.match(await bench('--list'), { code: 0, text: /cpm-plain/ })
})

t.test('a case whose process dies or hangs has failed, and the next one runs', async (t) => {
  const modulePath = path.join(folder, 'case-process.mjs')
  writeFileSync(
    modulePath,
    `process.on('message', ({ kind, name }) => {
      if (kind === 'end') process.exit(0)
      if (name === 'dies') process.exit(7)
      if (name === 'fine') process.send({ kind: 'done', result: { name, sizes: [] } })
    })
    process.on('disconnect', () => process.exit(1))`,
  )
  const runner = new GroupRunner('quick', { modulePath, deadlineMs: 3_000 })
  t.teardown(() => runner.end())
  const run = (name: string) => runner.run({ ...(benchCases[0] as BenchCase), name }, () => undefined)
  t.match(await run('dies'), { sizes: [{ failure: /ended with 7/, samples: [] }] })
  t.match(await run('fine'), { name: 'fine', sizes: [] })
  t.match(await run('hangs'), { sizes: [{ failure: /longer than 3 s/ }] })
  t.match(await run('fine'), { name: 'fine', sizes: [] })
})
