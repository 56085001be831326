-- Which end of its day a milestone stands at; the triggers that keep a version of each field and its past are
-- made anew.

drop trigger if exists "field_versions" on "tasks";
drop function if exists "tasks_field_versions_fn"();
alter table "tasks" add "milestone_at" text null;

create or replace function "tasks_field_versions_fn"() returns trigger as $$
begin
  declare
    changed text[] := array_remove(
      array[
        case when new."name" is distinct from old."name" then 'name' end,
        case when new."notes" is distinct from old."notes" then 'notes' end,
        case when new."status" is distinct from old."status" then 'status' end,
        case when new."type" is distinct from old."type" then 'type' end,
        case when new."parent_id" is distinct from old."parent_id" then 'parent_id' end,
        case when new."is_subtask" is distinct from old."is_subtask" then 'is_subtask' end,
        case when new."structure_role" is distinct from old."structure_role" then 'structure_role' end,
        case when new."auto_container" is distinct from old."auto_container" then 'auto_container' end,
        case when new."own_status" is distinct from old."own_status" then 'own_status' end,
        case when new."own_estimate" is distinct from old."own_estimate" then 'own_estimate' end,
        case when new."duration" is distinct from old."duration" then 'duration' end,
        case when new."duration_unit" is distinct from old."duration_unit" then 'duration_unit' end,
        case when new."percent_complete" is distinct from old."percent_complete" then 'percent_complete' end,
        case when new."planned_start" is distinct from old."planned_start" then 'planned_start' end,
        case when new."constraint_type" is distinct from old."constraint_type" then 'constraint_type' end,
        case when new."constraint_date" is distinct from old."constraint_date" then 'constraint_date' end,
        case when new."deadline" is distinct from old."deadline" then 'deadline' end,
        case when new."milestone_at" is distinct from old."milestone_at" then 'milestone_at' end,
        case when new."actual_start" is distinct from old."actual_start" then 'actual_start' end,
        case when new."actual_finish" is distinct from old."actual_finish" then 'actual_finish' end,
        case when new."optimistic_duration" is distinct from old."optimistic_duration" then 'optimistic_duration' end,
        case when new."most_likely_duration" is distinct from old."most_likely_duration" then 'most_likely_duration' end,
        case when new."pessimistic_duration" is distinct from old."pessimistic_duration" then 'pessimistic_duration' end,
        case when new."estimate_status" is distinct from old."estimate_status" then 'estimate_status' end,
        case when new."is_milestone" is distinct from old."is_milestone" then 'is_milestone' end,
        case when new."delivery_mode" is distinct from old."delivery_mode" then 'delivery_mode' end,
        case when new."governance_class" is distinct from old."governance_class" then 'governance_class' end,
        case when new."parent_governance_inherited" is distinct from old."parent_governance_inherited" then 'parent_governance_inherited' end,
        case when new."calendar_id" is distinct from old."calendar_id" then 'calendar_id' end,
        case when new."assignee_id" is distinct from old."assignee_id" then 'assignee_id' end,
        case when new."sprint_id" is distinct from old."sprint_id" then 'sprint_id' end,
        case when new."sprint_pending" is distinct from old."sprint_pending" then 'sprint_pending' end,
        case when new."story_points" is distinct from old."story_points" then 'story_points' end,
        case when new."remaining_points" is distinct from old."remaining_points" then 'remaining_points' end,
        case when new."sprint_rank" is distinct from old."sprint_rank" then 'sprint_rank' end,
        case when new."priority_rank" is distinct from old."priority_rank" then 'priority_rank' end,
        case when new."parent_epic_id" is distinct from old."parent_epic_id" then 'parent_epic_id' end,
        case when new."dor" is distinct from old."dor" then 'dor' end,
        case when new."blocked_reason" is distinct from old."blocked_reason" then 'blocked_reason' end,
        case when new."blocker_type" is distinct from old."blocker_type" then 'blocker_type' end,
        case when new."blocking_task_id" is distinct from old."blocking_task_id" then 'blocking_task_id' end,
        case when new."blocked_by_id" is distinct from old."blocked_by_id" then 'blocked_by_id' end,
        case when new."business_value" is distinct from old."business_value" then 'business_value' end,
        case when new."time_criticality" is distinct from old."time_criticality" then 'time_criticality' end,
        case when new."risk_reduction" is distinct from old."risk_reduction" then 'risk_reduction' end,
        case when new."job_size" is distinct from old."job_size" then 'job_size' end,
        case when new."reach" is distinct from old."reach" then 'reach' end,
        case when new."impact" is distinct from old."impact" then 'impact' end,
        case when new."confidence" is distinct from old."confidence" then 'confidence' end,
        case when new."effort" is distinct from old."effort" then 'effort' end,
        case when new."value" is distinct from old."value" then 'value' end,
        case when new."effort_estimate" is distinct from old."effort_estimate" then 'effort_estimate' end,
        case when new."is_recurring" is distinct from old."is_recurring" then 'is_recurring' end,
        case when new."is_deleted" is distinct from old."is_deleted" then 'is_deleted' end
      ],
      null
    );
  begin
    if cardinality(changed) > 0 then
      new.field_versions := old.field_versions
        || case when (old.field_versions->>'*')::int > old.server_version then jsonb_build_object('*', old.server_version) else '{}'::jsonb end
        || (select jsonb_object_agg(field, new.server_version) from unnest(changed) as field);
    end if;
  end;
  return new;
end;
$$ language plpgsql;
create trigger "field_versions" BEFORE UPDATE on "tasks" for each ROW execute function "tasks_field_versions_fn"();

create or replace function "tasks_history_update_fn"() returns trigger as $$
begin
  declare
    changes jsonb := (
    select jsonb_object_agg(field->>0, field - 0) from unnest(array_remove(array[
    case when new."name" is distinct from old."name" then jsonb_build_array('name', old."name", new."name") end,
    case when new."notes" is distinct from old."notes" then jsonb_build_array('notes', old."notes", new."notes") end,
    case when new."status" is distinct from old."status" then jsonb_build_array(
      'status',
      old."status",
      new."status"
    ) end,
    case when new."type" is distinct from old."type" then jsonb_build_array('type', old."type", new."type") end,
    case when new."parent_id" is distinct from old."parent_id" then jsonb_build_array(
      'parent_id',
      old."parent_id",
      new."parent_id"
    ) end,
    case when new."is_subtask" is distinct from old."is_subtask" then jsonb_build_array(
      'is_subtask',
      old."is_subtask",
      new."is_subtask"
    ) end,
    case when new."structure_role" is distinct from old."structure_role" then jsonb_build_array(
      'structure_role',
      old."structure_role",
      new."structure_role"
    ) end,
    case when new."auto_container" is distinct from old."auto_container" then jsonb_build_array(
      'auto_container',
      old."auto_container",
      new."auto_container"
    ) end,
    case when new."own_status" is distinct from old."own_status" then jsonb_build_array(
      'own_status',
      old."own_status",
      new."own_status"
    ) end,
    case when new."own_estimate" is distinct from old."own_estimate" then jsonb_build_array(
      'own_estimate',
      old."own_estimate",
      new."own_estimate"
    ) end,
    case when new."duration" is distinct from old."duration" then jsonb_build_array(
      'duration',
      old."duration",
      new."duration"
    ) end,
    case when new."duration_unit" is distinct from old."duration_unit" then jsonb_build_array(
      'duration_unit',
      old."duration_unit",
      new."duration_unit"
    ) end,
    case when new."percent_complete" is distinct from old."percent_complete" then jsonb_build_array(
      'percent_complete',
      old."percent_complete",
      new."percent_complete"
    ) end,
    case when new."planned_start" is distinct from old."planned_start" then jsonb_build_array(
      'planned_start',
      old."planned_start",
      new."planned_start"
    ) end,
    case when new."constraint_type" is distinct from old."constraint_type" then jsonb_build_array(
      'constraint_type',
      old."constraint_type",
      new."constraint_type"
    ) end,
    case when new."constraint_date" is distinct from old."constraint_date" then jsonb_build_array(
      'constraint_date',
      old."constraint_date",
      new."constraint_date"
    ) end,
    case when new."deadline" is distinct from old."deadline" then jsonb_build_array(
      'deadline',
      old."deadline",
      new."deadline"
    ) end,
    case when new."milestone_at" is distinct from old."milestone_at" then jsonb_build_array(
      'milestone_at',
      old."milestone_at",
      new."milestone_at"
    ) end,
    case when new."actual_start" is distinct from old."actual_start" then jsonb_build_array(
      'actual_start',
      old."actual_start",
      new."actual_start"
    ) end,
    case when new."actual_finish" is distinct from old."actual_finish" then jsonb_build_array(
      'actual_finish',
      old."actual_finish",
      new."actual_finish"
    ) end,
    case when new."optimistic_duration" is distinct from old."optimistic_duration" then jsonb_build_array(
      'optimistic_duration',
      old."optimistic_duration",
      new."optimistic_duration"
    ) end,
    case when new."most_likely_duration" is distinct from old."most_likely_duration" then jsonb_build_array(
      'most_likely_duration',
      old."most_likely_duration",
      new."most_likely_duration"
    ) end,
    case when new."pessimistic_duration" is distinct from old."pessimistic_duration" then jsonb_build_array(
      'pessimistic_duration',
      old."pessimistic_duration",
      new."pessimistic_duration"
    ) end,
    case when new."estimate_status" is distinct from old."estimate_status" then jsonb_build_array(
      'estimate_status',
      old."estimate_status",
      new."estimate_status"
    ) end,
    case when new."is_milestone" is distinct from old."is_milestone" then jsonb_build_array(
      'is_milestone',
      old."is_milestone",
      new."is_milestone"
    ) end,
    case when new."delivery_mode" is distinct from old."delivery_mode" then jsonb_build_array(
      'delivery_mode',
      old."delivery_mode",
      new."delivery_mode"
    ) end,
    case when new."governance_class" is distinct from old."governance_class" then jsonb_build_array(
      'governance_class',
      old."governance_class",
      new."governance_class"
    ) end,
    case when new."parent_governance_inherited" is distinct from old."parent_governance_inherited" then jsonb_build_array(
      'parent_governance_inherited',
      old."parent_governance_inherited",
      new."parent_governance_inherited"
    ) end,
    case when new."calendar_id" is distinct from old."calendar_id" then jsonb_build_array(
      'calendar_id',
      old."calendar_id",
      new."calendar_id"
    ) end,
    case when new."assignee_id" is distinct from old."assignee_id" then jsonb_build_array(
      'assignee_id',
      old."assignee_id",
      new."assignee_id"
    ) end,
    case when new."sprint_id" is distinct from old."sprint_id" then jsonb_build_array(
      'sprint_id',
      old."sprint_id",
      new."sprint_id"
    ) end,
    case when new."sprint_pending" is distinct from old."sprint_pending" then jsonb_build_array(
      'sprint_pending',
      old."sprint_pending",
      new."sprint_pending"
    ) end,
    case when new."story_points" is distinct from old."story_points" then jsonb_build_array(
      'story_points',
      old."story_points",
      new."story_points"
    ) end,
    case when new."remaining_points" is distinct from old."remaining_points" then jsonb_build_array(
      'remaining_points',
      old."remaining_points",
      new."remaining_points"
    ) end,
    case when new."sprint_rank" is distinct from old."sprint_rank" then jsonb_build_array(
      'sprint_rank',
      old."sprint_rank",
      new."sprint_rank"
    ) end,
    case when new."priority_rank" is distinct from old."priority_rank" then jsonb_build_array(
      'priority_rank',
      old."priority_rank",
      new."priority_rank"
    ) end,
    case when new."parent_epic_id" is distinct from old."parent_epic_id" then jsonb_build_array(
      'parent_epic_id',
      old."parent_epic_id",
      new."parent_epic_id"
    ) end,
    case when new."dor" is distinct from old."dor" then jsonb_build_array('dor', old."dor", new."dor") end,
    case when new."blocked_reason" is distinct from old."blocked_reason" then jsonb_build_array(
      'blocked_reason',
      old."blocked_reason",
      new."blocked_reason"
    ) end,
    case when new."blocker_type" is distinct from old."blocker_type" then jsonb_build_array(
      'blocker_type',
      old."blocker_type",
      new."blocker_type"
    ) end,
    case when new."blocking_task_id" is distinct from old."blocking_task_id" then jsonb_build_array(
      'blocking_task_id',
      old."blocking_task_id",
      new."blocking_task_id"
    ) end,
    case when new."blocked_by_id" is distinct from old."blocked_by_id" then jsonb_build_array(
      'blocked_by_id',
      old."blocked_by_id",
      new."blocked_by_id"
    ) end,
    case when new."business_value" is distinct from old."business_value" then jsonb_build_array(
      'business_value',
      old."business_value",
      new."business_value"
    ) end,
    case when new."time_criticality" is distinct from old."time_criticality" then jsonb_build_array(
      'time_criticality',
      old."time_criticality",
      new."time_criticality"
    ) end,
    case when new."risk_reduction" is distinct from old."risk_reduction" then jsonb_build_array(
      'risk_reduction',
      old."risk_reduction",
      new."risk_reduction"
    ) end,
    case when new."job_size" is distinct from old."job_size" then jsonb_build_array(
      'job_size',
      old."job_size",
      new."job_size"
    ) end,
    case when new."reach" is distinct from old."reach" then jsonb_build_array('reach', old."reach", new."reach") end,
    case when new."impact" is distinct from old."impact" then jsonb_build_array(
      'impact',
      old."impact",
      new."impact"
    ) end,
    case when new."confidence" is distinct from old."confidence" then jsonb_build_array(
      'confidence',
      old."confidence",
      new."confidence"
    ) end,
    case when new."effort" is distinct from old."effort" then jsonb_build_array(
      'effort',
      old."effort",
      new."effort"
    ) end,
    case when new."value" is distinct from old."value" then jsonb_build_array('value', old."value", new."value") end,
    case when new."effort_estimate" is distinct from old."effort_estimate" then jsonb_build_array(
      'effort_estimate',
      old."effort_estimate",
      new."effort_estimate"
    ) end,
    case when new."is_recurring" is distinct from old."is_recurring" then jsonb_build_array(
      'is_recurring',
      old."is_recurring",
      new."is_recurring"
    ) end,
    case when new."is_deleted" is distinct from old."is_deleted" then jsonb_build_array(
      'is_deleted',
      old."is_deleted",
      new."is_deleted"
    ) end
    ], null)) as field
    );
  begin
    insert into history_rows (actor_id, at, reason, object_type, object_id, project_id, change_type, changes)
    values (nullif(current_setting('svc.actor', true), '')::uuid, coalesce(nullif(current_setting('svc.at', true), '')::timestamptz, now()), nullif(current_setting('svc.reason', true), ''),
    'task', new."id", new."project_id", case when new.is_deleted and not old.is_deleted then '-' else '~' end, changes);
  end;
  return null;
end;
$$ language plpgsql;
drop trigger if exists "history_update" on "tasks";
create trigger "history_update" after update on "tasks" for each row
  when ((old."name", old."notes", old."status", old."type", old."parent_id", old."is_subtask", old."structure_role", old."auto_container", old."own_status", old."own_estimate", old."duration", old."duration_unit", old."percent_complete", old."planned_start", old."constraint_type", old."constraint_date", old."deadline", old."milestone_at", old."actual_start", old."actual_finish", old."optimistic_duration", old."most_likely_duration", old."pessimistic_duration", old."estimate_status", old."is_milestone", old."delivery_mode", old."governance_class", old."parent_governance_inherited", old."calendar_id", old."assignee_id", old."sprint_id", old."sprint_pending", old."story_points", old."remaining_points", old."sprint_rank", old."priority_rank", old."parent_epic_id", old."dor", old."blocked_reason", old."blocker_type", old."blocking_task_id", old."blocked_by_id", old."business_value", old."time_criticality", old."risk_reduction", old."job_size", old."reach", old."impact", old."confidence", old."effort", old."value", old."effort_estimate", old."is_recurring", old."is_deleted")
    is distinct from (new."name", new."notes", new."status", new."type", new."parent_id", new."is_subtask", new."structure_role", new."auto_container", new."own_status", new."own_estimate", new."duration", new."duration_unit", new."percent_complete", new."planned_start", new."constraint_type", new."constraint_date", new."deadline", new."milestone_at", new."actual_start", new."actual_finish", new."optimistic_duration", new."most_likely_duration", new."pessimistic_duration", new."estimate_status", new."is_milestone", new."delivery_mode", new."governance_class", new."parent_governance_inherited", new."calendar_id", new."assignee_id", new."sprint_id", new."sprint_pending", new."story_points", new."remaining_points", new."sprint_rank", new."priority_rank", new."parent_epic_id", new."dor", new."blocked_reason", new."blocker_type", new."blocking_task_id", new."blocked_by_id", new."business_value", new."time_criticality", new."risk_reduction", new."job_size", new."reach", new."impact", new."confidence", new."effort", new."value", new."effort_estimate", new."is_recurring", new."is_deleted")) execute function "tasks_history_update_fn"();
