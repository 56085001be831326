import type { RunningService } from './running-service.ts'

interface EditedTask {
  readonly id: string
  readonly duration: number
}

/** Makes one task from the middle of a project a day longer, then as long as before, in turns. */
export async function taskToEdit(service: RunningService, project: string): Promise<() => Promise<void>> {
  const page = (await service.call('GET', `/tasks/?project=${project}&page_size=500`)) as { results: EditedTask[] }
  const task = page.results[Math.floor(page.results.length / 2)]
  if (!task) throw new Error('the project has no task')
  let isLonger = false
  return async () => {
    isLonger = !isLonger
    await service.call('PATCH', `/tasks/${task.id}/`, { duration: task.duration + (isLonger ? 1 : 0) })
  }
}
