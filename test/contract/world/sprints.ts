import type { Plot } from './kinds.ts'
import { made } from './made.ts'

/** One that has not begun. */
export async function makeSprints({ builder, ids }: Plot): Promise<void> {
  const dates = { start_date: '2026-02-02', finish_date: '2026-02-13' }
  ids.sprint = await made(builder, `/projects/${ids.project}/sprints/`, { name: 'Planned', ...dates })
}
