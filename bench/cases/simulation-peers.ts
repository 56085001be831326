import { buildGraph } from '../../compute/model/build-graph.ts'
import { simulate } from '../../compute/simulation/simulate.ts'
import { sketchWith } from '../../fixtures/generate/generate-plan.ts'
import { columnsFromSketch } from '../../fixtures/generate/write-sketch.ts'
import type { Peer } from '../bench-case.ts'
import { naiveSimulation } from '../peers/naive-simulation.ts'
import { NumpyProcess, numpyVersion } from '../peers/numpy-process.ts'
import { workingDays } from './cpm-answer.ts'

const SEED = 20_260_401
/** Peers draw other numbers: their median finish must lie this near to ours, in working days. */
const TOLERANCE_DAYS = 5

/** Other ways to the finish distribution of the same plan. They sample triangles, which we are asked to do beside them. */
export async function simulationPeers(taskCount: number, runs: number) {
  const sketch = sketchWith('plain', taskCount)
  const columns = columnsFromSketch(sketch)
  const before: number[][] = Array.from({ length: taskCount }, () => [])
  for (let link = 0; link < sketch.from.length; link++)
    before[sketch.to[link] as number]?.push(sketch.from[link] as number)
  const low = [...columns.optimisticDays]
  const mode = [...columns.mostLikelyDays]
  const high = [...columns.pessimisticDays]
  const ours = simulate(buildGraph(columns), { runs, distribution: 'triangular', withSensitivity: false })
  const axis = workingDays(sketch, 10_000)
  const check = (p50: number): string => {
    const distance = Math.abs(axis.indexOf(ours.p50Day) + 1 - p50)
    if (distance > TOLERANCE_DAYS)
      throw new Error(`its median finish lies ${distance.toFixed(1)} working days from ours`)
    return 'near'
  }
  const tasks = low.map((value, task) => ({
    low: value,
    mode: mode[task] as number,
    high: high[task] as number,
    before: before[task] as number[],
  }))
  const peers: Peer[] = [
    {
      name: 'naive JS loops',
      sample() {
        const startedMs = performance.now()
        const finishes = naiveSimulation(tasks, runs, SEED)
        const value = performance.now() - startedMs
        return { value, hash: check(finishes[Math.floor(runs / 2)] as number) }
      },
    },
  ]
  const version = numpyVersion()
  if (version === null) return { peers, notMeasured: ['NumPy: python3 has no numpy here'], close: () => undefined }
  const numpy = new NumpyProcess({ low, mode, high, before, runs })
  await numpy.ready()
  peers.push({
    name: `NumPy ${version}, rows of runs`,
    async sample() {
      const { ms, p50 } = await numpy.run()
      return { value: ms, hash: check(p50) }
    },
  })
  return { peers, notMeasured: [], close: () => numpy.close() }
}
