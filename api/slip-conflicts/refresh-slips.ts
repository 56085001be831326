import type { Ctx } from '../platform/context.ts'
import { emit } from '../platform/events/define-event.ts'
import { newId } from '../platform/ids.ts'
import { reachOfLinks } from './reach-of-links.ts'
import { slipConflictsUpdated } from './slip-conflict.events.ts'
import {
  findLateTasks,
  insertSlip,
  loadLinks,
  loadSlips,
  loadTree,
  mayHaveSlips,
  saveSlip,
} from './slip-conflict.queries.ts'

interface Slipping {
  readonly project_id: string
  readonly sprint_id: string
  readonly task_id: string
  readonly dependency_id: string
  readonly pushed_to: string
}

type Stored = Awaited<ReturnType<typeof loadSlips>>[number]

/** Opens, refreshes and resolves the slips of projects whose dates were just stored, in the same transaction. */
export async function refreshSlips(ctx: Ctx<unknown>, projectIds: readonly string[]): Promise<void> {
  if (!(await mayHaveSlips(ctx, projectIds))) return
  const stored = new Map((await loadSlips(ctx, projectIds)).map((row) => [keyOf(row), row]))
  const changed = new Set<string>()
  const found = await findSlipping(ctx, projectIds)
  for (const slip of found) if (await recordSlip(ctx, slip, stored.get(keyOf(slip)))) changed.add(slip.project_id)
  const slipping = new Set(found.map(keyOf))
  for (const row of stored.values()) {
    if (row.resolution !== 'unresolved' || slipping.has(keyOf(row))) continue
    await saveSlip(ctx, row.id, { resolution: 'auto_resolved', resolved_at: ctx.services.clock.now() })
    changed.add(row.project_id)
  }
  for (const project_id of changed) emit(ctx, slipConflictsUpdated, { projectId: project_id, payload: { project_id } })
}

const keyOf = (row: { sprint_id: string; task_id: string }) => `${row.sprint_id}/${row.task_id}`

/** What inside its own project makes a task late opens nothing: it must wait for a link between projects. */
async function findSlipping(ctx: Ctx<unknown>, projectIds: readonly string[]): Promise<Slipping[]> {
  const late = await findLateTasks(ctx, projectIds)
  if (late.length === 0 || projectIds.length < 2) return []
  const causeOf = reachOfLinks(await loadLinks(ctx, projectIds), await loadTree(ctx, projectIds))
  return late.flatMap(({ id, project_id, sprint_id, early_finish }) => {
    const dependency_id = causeOf.get(id)
    if (dependency_id === undefined || sprint_id === null || early_finish === null) return []
    return [{ project_id, sprint_id, task_id: id, dependency_id, pushed_to: early_finish }]
  })
}

/** False when nothing of it is new. An acknowledgement holds as long as it does not get worse. */
async function recordSlip(ctx: Ctx<unknown>, slip: Slipping, stored: Stored | undefined): Promise<boolean> {
  const { pushed_to, dependency_id } = slip
  const cleared = { acknowledged_by_id: null, acknowledged_at: null }
  if (stored === undefined) {
    await insertSlip(ctx, { id: newId(), ...slip, detected_at: ctx.services.clock.now() })
    return true
  }
  if (stored.resolution === 'auto_resolved') {
    await saveSlip(ctx, stored.id, {
      pushed_to,
      dependency_id,
      resolution: 'unresolved',
      resolved_at: null,
      ...cleared,
    })
    return true
  }
  const isWorse = stored.acknowledged_at !== null && pushed_to > stored.pushed_to
  if (!isWorse && pushed_to === stored.pushed_to && dependency_id === stored.dependency_id) return false
  const again = isWorse ? { re_slip_count: stored.re_slip_count + 1, ...cleared } : {}
  await saveSlip(ctx, stored.id, { pushed_to, dependency_id, ...again })
  return true
}
