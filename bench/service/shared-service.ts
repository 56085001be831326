import { generatePlan } from '../../fixtures/generate/generate-plan.ts'
import { RunningService } from './running-service.ts'

let running: Promise<RunningService> | null = null
const projects = new Map<number, Promise<string>>()

/** The service that the cases of one process share, started by the first and started again should it die. */
export async function sharedService(): Promise<RunningService> {
  const before = await running?.catch(() => null)
  if (before?.isAlive) return before
  projects.clear()
  running = RunningService.start().then(async (service) => {
    await service.signIn()
    return service
  })
  return running
}

/** A scheduled project of so many tasks in the shared service; cases that ask for the same size share it. */
export async function sharedProject(taskCount: number): Promise<string> {
  const service = await sharedService()
  const known = projects.get(taskCount)
  if (known) return known
  const made = service.importPlan(generatePlan({ taskCount }))
  projects.set(taskCount, made)
  made.catch(() => projects.delete(taskCount))
  return made
}

export async function stopSharedService(): Promise<void> {
  const service = await running?.catch(() => null)
  running = null
  projects.clear()
  await service?.stop()
}
