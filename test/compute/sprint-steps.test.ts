import t from 'tap'
import { sprintChances } from '../../compute/simulation/prepare/tables/sprint-chances.ts'
import { stairOf } from '../../compute/simulation/prepare/tables/sprint-steps.ts'
import { gradeOn } from '../../compute/simulation/run/correlation-sums.ts'
import { stepsBelow } from '../../compute/simulation/run/sample-durations.ts'

/** Chances to be short of the points after one sprint, two, and so on: all sums, one by one. */
function chancesBySums(samples: readonly number[], points: number): number[] {
  const chances: number[] = []
  let open = new Map([[0, 1]])
  while (open.size > 0) {
    const next = new Map<number, number>()
    for (const [sum, chance] of open) {
      for (const sample of samples) {
        const reached = Number((sum + sample).toFixed(9))
        if (reached < points) next.set(reached, (next.get(reached) ?? 0) + chance / samples.length)
      }
    }
    const short = [...next.values()].reduce((total, chance) => total + chance, 0)
    if (short > 1e-14) chances.push(short)
    open = next
  }
  return chances
}

/** How many of all pairs of uniforms have a variate as their mean. */
const weightOf = (variate: number): number => (variate < 32_768 ? 4 * variate + 1 : 262_143 - 4 * variate) / 2 ** 32

const TEAMS: [samples: number[], points: number[]][] = [
  [
    [5, 8, 8, 13],
    [1, 5, 37, 60, 200],
  ],
  [
    [21, 25, 18, 30, 24, 19],
    [8, 90],
  ],
  [
    [2.5, 3.5, 0.5],
    [0.5, 3, 12.5, 40],
  ],
  [
    [0.1, 0.3],
    [0.3, 2],
  ],
  [[100], [40, 100, 300.5]],
]

t.test('how long a team is short of some points is what all sums of its sprints say', async (t) => {
  for (const [samples, points] of TEAMS) {
    const found = sprintChances(Float64Array.from(samples), points, 10_000)
    for (const own of points) {
      const wanted = chancesBySums(samples, own)
      const have = found.get(own) ?? []
      t.ok(
        [...wanted, 0].every((chance, at) => Math.abs(chance - (have[at] ?? 0)) < 1e-9),
        `${samples}: ${own}`,
      )
    }
  }
})

t.test('a grid that cannot be exact is close, whatever else is asked of it', async (t) => {
  const samples = [11.317, 17.1, 23.923, 9.7]
  const found = sprintChances(Float64Array.from(samples), [60.13, 400_000.7], 10_000)
  const wanted = chancesBySums(samples, 60.13)
  const have = found.get(60.13) ?? []
  wanted.forEach((chance, at) => {
    t.ok(Math.abs(chance - (have[at] ?? 0)) < 0.004, `${at + 2} sprints: ${chance}, ${have[at]}`)
  })
  const large = sprintChances(Float64Array.of(31, 45.5, 12), [200 * 29.5], 10_000).get(200 * 29.5) ?? []
  const mean = 1 + large.reduce((sum, chance) => sum + chance, 0)
  // What a renewal process needs on average: the points, and half of what the last sprint does too much.
  const square = (31 ** 2 + 45.5 ** 2 + 12 ** 2) / 3
  t.ok(Math.abs(mean - (200 + square / (2 * 29.5 * 29.5))) < 0.02, `${mean}`)
})

t.test('steps keep chances to the nearest variate, and the mean much closer', async (t) => {
  for (const [samples, points] of TEAMS) {
    for (const [own, chances] of sprintChances(Float64Array.from(samples), points, 10_000)) {
      const stair = stairOf(chances)
      const shares = new Float64Array(chances.length + 2)
      let mean = 0
      let grades = 0
      for (let variate = 0; variate < 65_536; variate++) {
        const sprints = stair.least + stepsBelow(stair.steps, variate)
        shares[sprints] = (shares[sprints] ?? 0) + weightOf(variate)
        mean += sprints * weightOf(variate)
        grades += gradeOn(stair)(variate) * weightOf(variate)
      }
      const name = `${samples}: ${own}`
      const wanted = [1, ...chances, 0]
      for (let sprints = 1; sprints < wanted.length; sprints++) {
        const share = (wanted[sprints - 1] ?? 0) - (wanted[sprints] ?? 0)
        t.ok(Math.abs(share - (shares[sprints] ?? 0)) < 6e-5, `${name}, ${sprints} sprints`)
      }
      t.ok(Math.abs(mean - wanted.reduce((sum, chance) => sum + chance, 0)) < 1.6e-5, `${name}: ${mean}`)
      t.ok(Math.abs(grades) < 1, `${name}: grades are centred, ${grades}`)
    }
  }
})
