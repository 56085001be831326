import type { ProjectScope } from '../../access/project-scope.ts'
import { atLeast, ROLE } from '../../access/roles.ts'
import { mayReadVelocity } from '../../access/team-signals.ts'
import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import type { Visibility } from './retro.entity.ts'
import { type ActionRow, type ItemRow, listActions, type RetroRow } from './retro.queries.ts'

/** What the team keeps to itself is not for those who only look on. `org` opens it as far as `project` does. */
export function readsWhole(ctx: Ctx<ProjectScope>, visibility: Visibility): boolean {
  return ctx.actor.kind === 'system' || visibility !== 'team_only' || atLeast(ctx.scope.role, ROLE.member)
}

export async function presentRetro(ctx: Ctx<ProjectScope>, row: RetroRow): Promise<object> {
  const actions = await listActions(ctx, row.id)
  const common = {
    id: row.id,
    sprint: row.sprint_id,
    team_visibility: row.team_visibility,
    created_at: instantText(row.created_at),
    updated_at: instantText(row.updated_at),
  }
  if (!readsWhole(ctx, row.team_visibility)) {
    const promoted_count = actions.filter((action) => action.promoted_task_id !== null).length
    return { kind: 'summary', ...common, action_items_count: actions.length, promoted_count }
  }
  const readsPoints = await mayReadVelocity(ctx)
  const action_items = actions.map((action) => presentAction(action, readsPoints))
  return { kind: 'full', ...common, notes: row.notes, created_by: row.created_by_id, action_items }
}

/** What an action will count as a task is told to those alone who read the points of tasks. */
export function presentAction(row: ActionRow, readsPoints: boolean) {
  return {
    id: row.id,
    text: row.text,
    assignee: row.assignee_id,
    assignee_username: row.assignee_username,
    story_points: readsPoints ? row.story_points : null,
    promoted_task_id: row.promoted_task_id,
    created_at: instantText(row.created_at),
  }
}

export function presentItem(row: ItemRow) {
  return {
    id: row.id,
    retro: row.retro_id,
    column: row.column_key,
    text: row.text,
    author: row.author_id,
    author_username: row.author_username,
    position: row.position,
    color: row.color,
    converted_action_item_id: row.converted_action_id,
    created_at: instantText(row.created_at),
    updated_at: instantText(row.updated_at),
  }
}
