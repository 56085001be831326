import { generatePlan } from '../../fixtures/generate/generate-plan.ts'
import type { BenchCase } from '../bench-case.ts'
import { RunningService } from '../running-service.ts'
import { hashOf } from './edit-to-schedule.ts'

interface Page {
  count: number
  next: string | null
  results: { id: string; early_finish: string | null }[]
}

/** A client reads every task of a project over the paged list, one page after the other. */
export const readProject: BenchCase = {
  name: 'read-project',
  summary: 'all tasks of a project over GET /tasks/, pages of 500',
  unit: 'ms',
  sizeName: 'tasks',
  quickSizes: [1_000, 5_000],
  fullSizes: [1_000, 5_000, 20_000],
  aim: (size) => (size === 20_000 ? 1_000 : null),
  warmUps: 2,
  samples: 10,
  async prepare(size) {
    const service = await RunningService.start()
    await service.signIn()
    const projectId = await service.importPlan(generatePlan({ taskCount: size, shape: 'local' }))
    return {
      async sample() {
        const pageMs: number[] = []
        const finishes: string[] = []
        let address: string | null = `/tasks/?project=${projectId}&page_size=500`
        const startedMs = performance.now()
        while (address !== null) {
          const pageStartedMs = performance.now()
          const page = (await service.call('GET', address)) as Page
          pageMs.push(performance.now() - pageStartedMs)
          for (const task of page.results) finishes.push(`${task.id} ${task.early_finish}`)
          address = page.next
        }
        const value = performance.now() - startedMs
        if (finishes.length !== size) throw new Error(`read ${finishes.length} of ${size} tasks`)
        return {
          value,
          hash: hashOf(finishes.join()),
          parts: { first_page: pageMs[0] ?? 0, last_page: pageMs.at(-1) ?? 0 },
        }
      },
      close: () => service.stop(),
    }
  },
}
