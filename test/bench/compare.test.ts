import { rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import t, { type Test } from 'tap'
import type { BenchRun } from '../../bench/bench-run.ts'
import { compare, compareRuns, EXIT, withoutPartner } from '../../bench/compare.ts'
import { lcg } from '../../bench/statistics.ts'
import { scratchFolder } from '../support/scratch-folder.ts'
import { madeCase, madeRun, madeSize } from './made-run.ts'

/** Samples around a middle, each within a share of it. */
function around(middle: number, share: number, seed = 1, count = 30): number[] {
  const next = lcg(seed)
  return Array.from({ length: count }, () => middle * (1 + (next() - 0.5) * 2 * share))
}

const runOf = (samples: readonly number[]) => madeRun([madeCase('one', [madeSize(samples)])])

function exitOf(t: Test, a: BenchRun | string, b: BenchRun | string, ...options: string[]): number {
  const folder = scratchFolder('compare-')
  t.teardown(() => rmSync(folder, { recursive: true }))
  const files = [a, b].map((run, index) => {
    const file = path.join(folder, `${index}.json`)
    writeFileSync(file, typeof run === 'string' ? run : JSON.stringify(run))
    return file
  })
  return compareRuns([...files, ...options])
}

t.test('the same again is fine, and so is faster', async (t) => {
  t.equal(exitOf(t, runOf(around(10, 0.01)), runOf(around(10, 0.01, 2))), EXIT.ok)
  t.equal(exitOf(t, runOf(around(10, 0.01)), runOf(around(8, 0.01, 2))), EXIT.ok)
})

t.test('slower by more than the limit is a regression, by less it is not', async (t) => {
  const [before, after] = [runOf(around(10, 0.01)), runOf(around(10.8, 0.01, 2))]
  t.equal(exitOf(t, before, after), EXIT.regression)
  t.equal(exitOf(t, before, after, '--fail-if', 'median:10%'), EXIT.ok)
})

t.test('a difference that the noise could make is no regression but too noisy', async (t) => {
  t.equal(exitOf(t, runOf(around(10, 0.6, 1, 6)), runOf(around(11, 0.6, 5, 6))), EXIT.tooNoisy)
})

t.test('what fails in B was fine in A: a regression', async (t) => {
  const failed = madeRun([madeCase('one', [madeSize([], { failure: 'wrong answer' })])])
  t.equal(exitOf(t, runOf([1, 1, 1]), failed), EXIT.regression)
})

t.test('other inputs are not compared', async (t) => {
  const other = madeRun([madeCase('one', [madeSize(around(50, 0.01), { datasetHash: 'e' })])])
  t.match(compare(runOf(around(10, 0.01)), other, 0.05), [{ verdict: 'not comparable' }])
})

t.test('wrong use has a code of its own', async (t) => {
  const run = runOf(around(10, 0.01))
  t.equal(compareRuns([]), EXIT.wrongUse)
  t.equal(compareRuns(['/nowhere/a.json', '/nowhere/b.json']), EXIT.wrongUse)
  t.equal(exitOf(t, run, run, '--fail-if', 'mean:5%'), EXIT.wrongUse)
  t.equal(exitOf(t, run, run, '--unknown'), EXIT.wrongUse)
  t.equal(exitOf(t, run, '{"format":"other"}'), EXIT.wrongUse)
  t.equal(exitOf(t, run, 'not json'), EXIT.wrongUse)
  t.equal(exitOf(t, run, madeRun(run.cases, 'Another processor')), EXIT.wrongUse, 'another machine')
  t.equal(exitOf(t, run, madeRun([madeCase('two', [madeSize([1, 1, 1])])])), EXIT.wrongUse, 'nothing in common')
})

t.test('within the noise no difference is seen', async (t) => {
  t.match(compare(runOf(around(10, 0.01)), runOf(around(10, 0.01, 2)), 0.05), [{ verdict: 'no difference seen' }])
})

t.test('the least samples are compared beside the medians', async (t) => {
  t.match(compare(runOf([4, 9, 9]), runOf([2, 9, 9]), 0.05), [{ leastRatio: 0.5, ratio: 1 }])
})

t.test('cases and sizes without a partner are listed', async (t) => {
  const before = madeRun([madeCase('one', [madeSize([1]), madeSize([1], { size: 5 })])])
  const after = madeRun([madeCase('one', [madeSize([1])]), madeCase('two', [madeSize([1])])])
  t.strictSame(
    withoutPartner(before, after).map((line) => line.replace(/ +/g, ' ').trim()),
    ['one 5 only in A', 'two 1000 only in B'],
  )
})
