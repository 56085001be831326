import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BenchCase } from '../bench-case.ts'
import { RunningService } from '../service/running-service.ts'

/** `npm start` on data that an earlier start left, to readiness. */
export const startOnData: BenchCase = {
  name: 'start-on-data',
  group: 'service',
  summary: 'start of the whole service on existing data, to ready',
  unit: 'ms',
  sizeName: 'starts',
  quickSizes: [1],
  fullSizes: [1],
  aims: () => [{ of: 'median', atMost: 1_500 }],
  warmUps: 1,
  samples: 10,
  async prepare() {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'svc-bench-'))
    const first = await RunningService.start(dataDir)
    await first.stop({ keepData: true })
    return {
      async sample() {
        const service = await RunningService.start(dataDir)
        await service.stop({ keepData: true })
        return { value: service.startMs, hash: null }
      },
      close: () => rmSync(dataDir, { recursive: true, force: true }),
    }
  },
}

/** The very first start: database made, tables made, owner made. */
export const startFirst: BenchCase = {
  ...startOnData,
  name: 'start-first',
  summary: 'first start of the whole service on an empty folder, to ready',
  aims: () => [{ of: 'median', atMost: 4_000 }],
  warmUps: 0,
  prepare: () => ({
    async sample() {
      const service = await RunningService.start()
      await service.stop()
      return { value: service.startMs, hash: null }
    },
  }),
}
