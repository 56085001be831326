import type { BenchCase } from '../bench-case.ts'
import { hashAnswer } from '../hash-answer.ts'
import { sharedProject, sharedService } from '../service/shared-service.ts'

const AIMS_MS: Record<number, number> = { 1000: 400, 4000: 1_600, 20000: 800 }

interface Page {
  readonly count: number
  readonly next: string | null
  readonly results: readonly { readonly id: string; readonly name: string; readonly early_finish: string | null }[]
}

/** A client reads every task of a project over the paged list, one page after the other. */
export const readProject: BenchCase = {
  name: 'read-project',
  group: 'service',
  summary: 'all tasks of a project over GET /tasks/, pages of 500',
  unit: 'ms',
  sizeName: 'tasks',
  workName: 'task',
  quickSizes: [1_000],
  fullSizes: [1_000, 4_000, 20_000],
  aims: (size) => (AIMS_MS[size] === undefined ? [] : [{ of: 'median', atMost: AIMS_MS[size] }]),
  warmUps: 2,
  samples: 15,
  async prepare(size) {
    const project = await sharedProject(size)
    const service = await sharedService()
    return {
      async sample() {
        const pageMs: number[] = []
        const seen: string[] = []
        let address: string | null = `/tasks/?project=${project}&page_size=500`
        const startedMs = performance.now()
        while (address !== null) {
          const pageStartedMs = performance.now()
          const page = (await service.call('GET', address)) as Page
          pageMs.push(performance.now() - pageStartedMs)
          for (const task of page.results) seen.push(`${task.id} ${task.name} ${task.early_finish}`)
          address = page.next
        }
        const value = performance.now() - startedMs
        if (new Set(seen).size !== size) throw new Error(`read ${new Set(seen).size} of ${size} tasks`)
        const parts = { first_page: pageMs[0] ?? 0, last_page: pageMs.at(-1) ?? 0 }
        return { value, hash: hashAnswer(seen.join()), parts }
      },
    }
  },
}
