import { setTimeout as sleep } from 'node:timers/promises'
import { generatePlan } from '../../fixtures/generate/generate-plan.ts'
import { writeMspdi } from '../../importers/write/write-mspdi.ts'
import type { BenchCase, Run } from '../bench-case.ts'
import { memoryHeldBy } from '../service/process-memory.ts'
import { RunningService } from '../service/running-service.ts'

const READS = 5
const UPLOADS = 32
/** An upload that is cut off comes with every eighth. */
const DAMAGED_EVERY = 8
/** Until what a start leaves behind is collected. */
const SETTLE_MS = 5_000
const LATER_MS = 60_000

/** How far the API's memory rises over rest when a large plan comes and all of it is read, and how much of that it gives back. */
export const memoryOfApi: BenchCase = {
  name: 'memory-of-api',
  group: 'service',
  summary: `most memory of the API above rest, a plan imported and all its tasks read ${READS} times; rest and a minute later beside`,
  unit: 'MB',
  sizeName: 'tasks',
  quickSizes: [],
  fullSizes: [20_000],
  aims: () => [
    { of: 'median', atMost: 450 },
    { of: 'part:kept_mb', atMost: 150 },
  ],
  warmUps: 0,
  samples: 1,
  prepare: (size) =>
    onFreshService(async (service) => {
      const rest = memoryHeldBy(service, 'api').residentMb
      const project = await service.importPlan(generatePlan({ taskCount: size }))
      for (let read = 0; read < READS; read++) await readAll(service, project)
      const { peakMb } = memoryHeldBy(service, 'api')
      await sleep(LATER_MS)
      const later = memoryHeldBy(service, 'api').residentMb
      return {
        value: peakMb - rest,
        hash: null,
        parts: { rest_mb: rest, peak_mb: peakMb, later_mb: later, kept_mb: later - rest },
      }
    }),
}

/** What the jobs process holds a minute after a migration. */
export const memoryOfJobs: BenchCase = {
  name: 'memory-of-jobs',
  group: 'service',
  summary: `memory of the jobs process a minute after ${UPLOADS} uploads and a damaged file with every eighth`,
  unit: 'MB',
  sizeName: 'tasks',
  quickSizes: [],
  fullSizes: [5_000],
  aims: () => [{ of: 'median', atMost: 500 }],
  warmUps: 0,
  samples: 1,
  prepare: (size) =>
    onFreshService(async (service) => {
      const rest = memoryHeldBy(service, 'jobs').residentMb
      const plan = generatePlan({ taskCount: size })
      const text = writeMspdi(plan)
      const damaged = text.slice(0, text.length / 2)
      for (let upload = 0; upload < UPLOADS; upload++) {
        if (upload % DAMAGED_EVERY === 0) await uploadDamaged(service, damaged)
        await service.importPlan(plan)
      }
      const { peakMb } = memoryHeldBy(service, 'jobs')
      await sleep(LATER_MS)
      return {
        value: memoryHeldBy(service, 'jobs').residentMb,
        hash: null,
        parts: { rest_mb: rest, peak_mb: peakMb },
      }
    }),
}

/** A service of its own, to which nothing else happened. */
async function onFreshService(measure: (service: RunningService) => Promise<Run>) {
  const service = await RunningService.start()
  await service.signIn()
  await sleep(SETTLE_MS)
  return { sample: () => measure(service), close: () => service.stop() }
}

async function readAll(service: RunningService, project: string): Promise<void> {
  let next: string | null = `/tasks/?project=${project}&page_size=500`
  while (next !== null) {
    const page = (await service.call('GET', next)) as { next: string | null }
    next = page.next
  }
}

/** Half of a plan file, which must be refused, at once or by the job. */
async function uploadDamaged(service: RunningService, text: string): Promise<void> {
  const { status } = await service.upload(text)
  if (status >= 500) throw new Error(`a damaged file was answered with ${status}`)
}
