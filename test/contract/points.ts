/** A project all of whose points are one number that nothing else has; its multiples are sums. */
import type { Site, World } from './world.ts'

/** Points of a task, and what a sprint committed to and completed. */
export const OF_TASKS = 7_919
export const OF_SPRINTS = 7_907

export async function markPoints({ app }: World, { ids: { project } }: Site): Promise<void> {
  await app.sql('update tasks set story_points = $2, remaining_points = $2 where project_id = $1', [project, OF_TASKS])
  await app.sql(
    `update sprints set committed_points = $2, binding_committed_snapshot = $2,
       completed_points = case when state = 'COMPLETED' then $2::int end where project_id = $1`,
    [project, OF_SPRINTS],
  )
  await app.sql(
    'update sprint_task_outcomes set story_points = $2 where sprint_id in (select id from sprints where project_id = $1)',
    [project, OF_TASKS],
  )
  await app.sql(
    `update retro_actions set story_points = $2 where retro_id in (select r.id from retros r
       join sprints s on s.id = r.sprint_id where s.project_id = $1)`,
    [project, OF_TASKS],
  )
  await app.sql('update baseline_tasks set story_points = $1', [OF_TASKS])
}

/** Whether a number of the text is a multiple; digits inside of ids and instants are none. */
export function tells(text: string, unit: number): boolean {
  const numbers = text.match(/(?<![\w.-])\d{4,7}(?:\.0+)?(?![\w:-]|\.\d)/g) ?? []
  return numbers.some((number) => Number(number) > 0 && Number(number) % unit === 0)
}
