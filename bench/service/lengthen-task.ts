import type { RunningService } from './running-service.ts'

interface EditedTask {
  readonly id: string
  readonly duration: number
}

/**
 * Makes one task of a project a day longer, then as long as before, in turns: one from the middle of the first page, or
 * the very first, after which most others lie.
 */
export async function taskToEdit(
  service: RunningService,
  project: string,
  place: 'middle' | 'first' = 'middle',
): Promise<() => Promise<void>> {
  const page = (await service.call('GET', `/tasks/?project=${project}&page_size=500`)) as { results: EditedTask[] }
  const task = page.results[place === 'first' ? 0 : Math.floor(page.results.length / 2)]
  if (!task) throw new Error('the project has no task')
  let isLonger = false
  return async () => {
    isLonger = !isLonger
    await service.call('PATCH', `/tasks/${task.id}/`, { duration: task.duration + (isLonger ? 1 : 0) })
  }
}
