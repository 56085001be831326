import { civilDay } from '../../../api/platform/clock.ts'
import type { TestApp } from '../../support/start-app.ts'
import { putDates } from '../../support/task-dates.ts'
import { buildProject } from '../tasks/support/build-project.ts'
import { addResource, addTask, addToRoster, assign } from './people.ts'

/** A Wednesday. */
export const NOW = new Date('2026-03-04T12:00:00Z')
export const clock = { now: () => NOW, today: (zone?: string) => civilDay(NOW, zone) }

export interface PlannedTask {
  readonly id: string
  readonly start: string
  readonly finish: string
  readonly units: Readonly<Record<string, number>>
}

/** Numbers that look random and are the same each time. */
export function dice(seed: number): (sides: number) => number {
  let state = seed
  return (sides) => {
    state = (state * 48_271) % 2_147_483_647
    return state % sides
  }
}

export function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/**
 * A project of four people, one of half capacity by the roster, one on a calendar of four long days with a holiday, and
 * tasks that lie where they are put.
 */
export async function buildPlan(app: TestApp, taskCount: number) {
  const project = await buildProject(app, { name: 'Yard' })
  const week = (await app.owner.post('/calendars/', { name: 'Four days', working_days: 15, hours_per_day: 10 })).body.id
  await app.owner.post(`/calendars/${week}/exceptions/`, { exc_start: '2026-03-10', exc_end: '2026-03-11' })
  const people = {
    Ada: await addResource(app.owner, 'Ada Lovelace', { job_role: 'Surveyor' }),
    Bo: await addResource(app.owner, 'Bo', { job_role: 'contractor' }),
    Cy: await addResource(app.owner, 'Cy Young', { calendar: week, job_role: 'mason', max_units: '0.80' }),
    Di: await addResource(app.owner, 'Di Idle'),
  }
  for (const id of Object.values(people))
    await addToRoster(app.owner, project.id, id, id === people.Bo ? { units_override: '0.50' } : {})
  const roll = dice(7)
  const tasks: PlannedTask[] = []
  for (let index = 0; index < taskCount; index++) {
    const id = await addTask(app.owner, project.id, { name: `Task ${index}` })
    const start = addDays('2026-02-20', roll(40))
    const units: Record<string, number> = {}
    for (const person of [people.Ada, people.Bo, people.Cy]) {
      if (roll(3) === 0) continue
      units[person] = (10 + roll(90)) / 100
      await assign(app.owner, id, person, (units[person] as number).toFixed(2))
    }
    tasks.push({ id, start, finish: addDays(start, roll(9)), units })
  }
  await app.runJobs()
  for (const { id, start, finish } of tasks) await moveTask(app, id, start, finish)
  return { project, week, people, tasks }
}

/** Where the scheduler is said to have put a task. */
export async function moveTask(app: TestApp, id: string, start: string, finish: string): Promise<void> {
  await putDates(app, id, { early_start: start, scheduled_start: start, early_finish: finish })
}
