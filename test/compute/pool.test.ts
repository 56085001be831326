import t from 'tap'
import { runCpm } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { allocateColumns, LINK_TYPE, type ScheduleColumns } from '../../compute/model/schedule-columns.ts'
import type { Plan, PlanTask } from '../../compute/plan/plan-document.ts'
import { simulate } from '../../compute/simulation/simulate.ts'
import type { ComputePool } from '../../compute/workers/compute-pool.ts'
import { ComputeFailure } from '../../compute/workers/failure.ts'
import { createComputePool } from '../../compute/workers/pool.ts'
import { buildPlan, link, task } from './build-plan.ts'

function wideColumns(taskCount: number): ScheduleColumns {
  const tasks: PlanTask[] = Array.from({ length: taskCount }, (_, index) => {
    const likely = 2 + (index % 7)
    return task(`T${index}`, likely, {
      optimistic_duration: 1,
      most_likely_duration: likely,
      pessimistic_duration: likely + (index % 5) * 3,
    })
  })
  const links = tasks.slice(3).map((to, index) => link(`T${index} ${index % 9 === 0 ? 'SS+1' : 'FS'} ${to.id}`))
  return columnsFromPlan(buildPlan(tasks, links))
}

async function kindOf(job: Promise<unknown>): Promise<string> {
  return job.then(
    () => 'done',
    (error: unknown) => (error instanceof ComputeFailure ? error.kind : String(error)),
  )
}

t.test('a pool of two threads', async (t) => {
  const pool = createComputePool({ threads: 2, maxQueue: 3, deadlineMs: 20_000 })
  t.teardown(() => pool.close())

  await t.test('schedules as the calling thread does', async (t) => {
    const columns = wideColumns(500)
    t.strictSame(await pool.schedule(columns), runCpm(buildGraph(columns)))
    t.strictSame(await pool.schedule(columns), runCpm(buildGraph(columns)), 'and again from the resident network')
  })

  await t.test('simulates with the same bits on any number of threads and cut of the runs', async (t) => {
    const columns = wideColumns(400)
    const options = { runs: 1003, seed: 5, taskFinishes: 'all' } as const
    const here = simulate(buildGraph(columns), options)
    t.strictSame(await pool.simulate(columns, options), here, 'two threads')
    const seen: number[] = []
    const onProgress = (finished: number): number => seen.push(finished)
    t.strictSame(await pool.simulate(columns, options, { onProgress }), here, 'with progress')
    t.equal(seen.at(-1), 1003)
    t.ok(seen.every((value, index) => index === 0 || value > (seen[index - 1] ?? 0)))
    const one = createComputePool({ threads: 1, maxQueue: 0, deadlineMs: 20_000 })
    t.strictSame(await one.simulate(columns, options), here, 'one thread')
    await one.close()
  })

  await t.test('a refusal names tasks although the worker never saw the ids', async (t) => {
    const plan: Plan = buildPlan([task('left', 1), task('right', 1)], [link('left FS right'), link('right FS left')])
    const failure = await pool.schedule(columnsFromPlan(plan)).catch((error: unknown) => error)
    t.match(failure, { kind: 'refused', refusal: { code: 'cyclic_dependency', offending: ['left', 'right', 'left'] } })
    t.match((failure as Error).message, /"left" → "right"/)
    const caps = { maxRuns: 10, maxTasks: null, maxLagTableCells: null }
    const capped = await pool.simulate(wideColumns(4), { runs: 11, caps }).catch((error: unknown) => error)
    t.match(capped, { kind: 'refused', refusal: { code: 'simulation_run_cap_exceeded' } })
  })

  await t.test('a job past its deadline is given up and its thread replaced', async (t) => {
    const columns = wideColumns(3000)
    t.equal(
      await kindOf(pool.simulate(columns, { runs: 200_000, withSensitivity: false }, { deadlineMs: 150 })),
      'deadline',
    )
    t.ok(await computesAgain(pool), 'the pool computes again')
  })

  await t.test('an aborted job ends, running or not yet begun', async (t) => {
    const columns = wideColumns(3000)
    t.equal(await kindOf(pool.simulate(columns, { runs: 200_000 }, { signal: AbortSignal.abort() })), 'aborted')
    const signal = AbortSignal.timeout(100)
    t.equal(await kindOf(pool.simulate(columns, { runs: 200_000, withSensitivity: false }, { signal })), 'aborted')
    t.ok(await computesAgain(pool), 'the pool computes again')
  })

  await t.test('a stopped simulation frees its threads at once, and a queue of them gives equal results', async (t) => {
    const columns = wideColumns(3000)
    const progress: number[] = []
    const stop = new AbortController()
    const onProgress = (runs: number): void => {
      progress.push(runs)
      stop.abort()
    }
    t.equal(await kindOf(pool.simulate(columns, { runs: 400_000 }, { signal: stop.signal, onProgress })), 'aborted')
    t.ok((progress[0] ?? 0) < 400_000)
    const options = { runs: 500, seed: 3 }
    const expected = simulate(buildGraph(columns), options)
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => pool.simulate(columns, options)))
    for (const result of results) t.strictSame(result, expected)
    t.equal(pool.stats().threads, 2)
  })

  await t.test('columns that differ by little give the schedule of a whole pass', async (t) => {
    let columns = wideColumns(400)
    t.strictSame(await pool.schedule(columns), runCpm(buildGraph(columns)))
    for (let round = 0; round < 12; round++) {
      const task = (round * 37) % 400
      const next = { ...columns, durationDays: columns.durationDays.slice() }
      next.durationDays[task] = round % 7
      const edits = [{ task, durationDays: round % 7 }]
      const result = await pool.reschedule(next, { from: columns, edits })
      t.strictSame(result, runCpm(buildGraph(next)))
      columns = next
    }
    const refused = { ...columns, durationDays: columns.durationDays.slice().fill(-1) }
    const edits = [{ task: 0, durationDays: -1 }]
    t.equal(await kindOf(pool.reschedule(refused, { from: columns, edits })), 'refused')
    t.strictSame(await pool.reschedule(columns, { from: refused, edits: [] }), runCpm(buildGraph(columns)))
    t.strictSame(await pool.reschedule(columns, { from: wideColumns(3), edits: [] }), runCpm(buildGraph(columns)))
  })

  await t.test('jobs beyond threads and queue are refused at once', async (t) => {
    const columns = wideColumns(300)
    const jobs = Array.from({ length: 8 }, () => kindOf(pool.simulate(columns, { runs: 500 })))
    const kinds = await Promise.all(jobs)
    t.equal(kinds.filter((kind) => kind === 'done').length, 5)
    t.equal(kinds.filter((kind) => kind === 'queue_full').length, 3)
    t.strictSame(pool.stats().activeJobs, 0)
  })
})

t.test('a job whose thread dies fails with a reason, and the pool lives on', async (t) => {
  const pool = createComputePool({ threads: 1, maxQueue: 2, deadlineMs: 20_000, heapMb: 16 })
  t.teardown(() => pool.close())
  // What has begun on a day off takes the passes in dates, which list the links that need not lead to a later start: so many do not
  // fit the heap of the thread.
  const columns = allocateColumns(2, 3_000_000)
  columns.idRank.set([1, 0])
  columns.successorIndex.fill(1)
  columns.linkType.fill(LINK_TYPE.SS)
  const saturday = 2
  columns.actualStartDay.fill(saturday, 0, 1)
  t.equal(await kindOf(pool.schedule(columns)), 'worker_died', 'out of memory')
  t.ok(await computesAgain(pool), 'the pool computes again')
})

t.test('a thread that forgot a plan is sent it again', async (t) => {
  const pool = createComputePool({ threads: 1, maxQueue: 0, deadlineMs: 20_000 })
  t.teardown(() => pool.close())
  const first = wideColumns(30)
  const expected = runCpm(buildGraph(first))
  t.strictSame(await pool.schedule(first), expected)
  // The thread is ended by a job that does not stop in time, and its successor knows no plan.
  const huge = allocateColumns(400_000, 0)
  for (let task = 0; task < huge.taskCount; task++) huge.idRank[task] = task
  t.equal(await kindOf(pool.schedule(huge, { deadlineMs: 1 })), 'deadline')
  t.strictSame(await pool.schedule(first), expected)
})

async function computesAgain(pool: ComputePool): Promise<boolean> {
  const columns = wideColumns(20)
  const result = await pool.schedule(columns)
  return result.projectFinishDay === runCpm(buildGraph(columns)).projectFinishDay
}
