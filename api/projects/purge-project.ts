import type { Ctx } from '../platform/context.ts'
import { sql } from '../platform/db/sql.ts'

/** What belongs to a project, children first. */
export const OWNED_BY_PROJECT = [
  'delete from dependencies where predecessor_project_id = $1 or successor_project_id = $1',
  'delete from task_schedules where task_id in (select id from tasks where project_id = $1)',
  'delete from task_duration_events where project_id = $1',
  'delete from task_operations where project_id = $1',
  'delete from task_sync_links where project_id = $1',
  'delete from task_labels where label_id in (select id from labels where project_id = $1)',
  'delete from labels where project_id = $1',
  'delete from task_skill_requirements where project_id = $1',
  'delete from task_resources where project_id = $1',
  'delete from project_resources where project_id = $1',
  'delete from acceptance_criteria where project_id = $1',
  'update tasks set blocking_task_id = null where blocking_task_id in (select id from tasks where project_id = $1)',
  'delete from tasks where project_id = $1',
  'delete from monte_carlo_runs where project_id = $1',
  'delete from task_runs where project_id = $1',
  'delete from template_applications where project_id = $1',
  'update project_templates set source_project_id = null where source_project_id = $1',
  'delete from import_chunks where request_id in (select id from import_requests where project_id = $1)',
  'delete from import_requests where project_id = $1',
  'delete from share_links where project_id = $1',
  'delete from api_tokens where project_id = $1',
  'delete from project_calendar_overlays where project_id = $1',
  `delete from pins where kind = 'project' and object_id = $1`,
  'delete from project_members where project_id = $1',
  'delete from workspace_group_projects where project_id = $1',
  'update issued_keys set retired_at = coalesce(retired_at, now()) where object_id = $1',
  'delete from projects where id = $1',
  'delete from project_counters where project_id = $1',
]

/** Removes a project and all that hangs on it for good. */
export async function purgeProject(ctx: Pick<Ctx, 'em'>, projectId: string): Promise<void> {
  for (const statement of OWNED_BY_PROJECT) await sql(ctx, statement, [projectId])
}
