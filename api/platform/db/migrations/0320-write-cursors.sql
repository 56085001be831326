-- The last writes of a task by their place in the order of the project, so that an edit made offline is held against the
-- version that its client had pulled.

drop trigger if exists "field_versions" on "tasks";
drop function if exists "tasks_field_versions_fn"();

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
        || (select jsonb_object_agg(field, new.server_version) from unnest(changed) as field)
        || jsonb_build_object('@', case when jsonb_array_length(coalesce(old.field_versions->'@', '[]'::jsonb)) < 8 then coalesce(old.field_versions->'@', '[]'::jsonb) else coalesce(old.field_versions->'@', '[]'::jsonb) - 0 end || jsonb_build_array(jsonb_build_array(new."sync_seq", new.server_version)));
    end if;
  end;
  return new;
end;
$$ language plpgsql;
create trigger "field_versions" BEFORE UPDATE on "tasks" for each ROW execute function "tasks_field_versions_fn"();
