create table "history_rows" (
  "id" bigserial primary key,
  "project_id" uuid not null,
  "object_type" text not null,
  "object_id" uuid not null,
  "change_type" text not null,
  "at" timestamptz not null,
  "actor_id" uuid null,
  "reason" text null,
  "changes" jsonb null
);
create index "history_rows_object" on "history_rows" ("object_id", "id");
create index "history_rows_project" on "history_rows" ("project_id", "id");
create index "history_rows_status" on "history_rows" ("project_id", "at") where jsonb_exists("changes", 'status');
create index "history_rows_at" on "history_rows" using brin ("at");

create or replace function "decisions_policies_history_insert_fn"() returns trigger as $$
begin
  insert into history_rows (actor_id, at, reason, object_type, object_id, project_id, change_type, changes)
  select nullif(current_setting('svc.actor', true), '')::uuid, coalesce(
    nullif(current_setting('svc.at', true), '')::timestamptz,
    now()
  ), nullif(current_setting('svc.reason', true), ''),
  'decisions_policy', made."project_id", made."project_id", '+', null::jsonb from made;
  return null;
end;
$$ language plpgsql;
create trigger "history_insert" after insert on "decisions_policies"
  referencing new table as made for each statement execute function "decisions_policies_history_insert_fn"();

create or replace function "decisions_policies_history_update_fn"() returns trigger as $$
begin
  declare
    changes jsonb := (
    select jsonb_object_agg(field->>0, field - 0) from unnest(array_remove(array[
    case when new."oversight_visible" is distinct from old."oversight_visible" then jsonb_build_array(
      'oversight_visible',
      old."oversight_visible",
      new."oversight_visible"
    ) end
    ], null)) as field
    );
  begin
    insert into history_rows (actor_id, at, reason, object_type, object_id, project_id, change_type, changes)
    values (nullif(current_setting('svc.actor', true), '')::uuid, coalesce(nullif(current_setting('svc.at', true), '')::timestamptz, now()), nullif(current_setting('svc.reason', true), ''),
    'decisions_policy', new."project_id", new."project_id", '~', changes);
  end;
  return null;
end;
$$ language plpgsql;
create trigger "history_update" after update on "decisions_policies" for each row
  when ((old."oversight_visible")
    is distinct from (new."oversight_visible")) execute function "decisions_policies_history_update_fn"();

create or replace function "dependencies_history_insert_fn"() returns trigger as $$
begin
  insert into history_rows (actor_id, at, reason, object_type, object_id, project_id, change_type, changes)
  select nullif(current_setting('svc.actor', true), '')::uuid, coalesce(
    nullif(current_setting('svc.at', true), '')::timestamptz,
    now()
  ), nullif(current_setting('svc.reason', true), ''),
  'dependency', made."id", made."predecessor_project_id", '+', null::jsonb from made
  union all select nullif(current_setting('svc.actor', true), '')::uuid, coalesce(
    nullif(current_setting('svc.at', true), '')::timestamptz,
    now()
  ), nullif(current_setting('svc.reason', true), ''),
  'dependency', made."id", made."successor_project_id", '+', null::jsonb from made where made."successor_project_id" <> made."predecessor_project_id";
  return null;
end;
$$ language plpgsql;
create trigger "history_insert" after insert on "dependencies"
  referencing new table as made for each statement execute function "dependencies_history_insert_fn"();

create or replace function "dependencies_history_update_fn"() returns trigger as $$
begin
  declare
    changes jsonb := (
    select jsonb_object_agg(field->>0, field - 0) from unnest(array_remove(array[
    case when new."predecessor_id" is distinct from old."predecessor_id" then jsonb_build_array(
      'predecessor_id',
      old."predecessor_id",
      new."predecessor_id"
    ) end,
    case when new."successor_id" is distinct from old."successor_id" then jsonb_build_array(
      'successor_id',
      old."successor_id",
      new."successor_id"
    ) end,
    case when new."dep_type" is distinct from old."dep_type" then jsonb_build_array(
      'dep_type',
      old."dep_type",
      new."dep_type"
    ) end,
    case when new."lag" is distinct from old."lag" then jsonb_build_array('lag', old."lag", new."lag") end,
    case when new."lag_unit" is distinct from old."lag_unit" then jsonb_build_array(
      'lag_unit',
      old."lag_unit",
      new."lag_unit"
    ) end,
    case when new."is_pending" is distinct from old."is_pending" then jsonb_build_array(
      'is_pending',
      old."is_pending",
      new."is_pending"
    ) end,
    case when new."accepted_by_id" is distinct from old."accepted_by_id" then jsonb_build_array(
      'accepted_by_id',
      old."accepted_by_id",
      new."accepted_by_id"
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
    'dependency', new."id", new."predecessor_project_id", case when new.is_deleted and not old.is_deleted then '-' else '~' end, changes);
    if new."successor_project_id" <> new."predecessor_project_id" then
      insert into history_rows (actor_id, at, reason, object_type, object_id, project_id, change_type, changes)
      values (nullif(current_setting('svc.actor', true), '')::uuid, coalesce(nullif(current_setting('svc.at', true), '')::timestamptz, now()), nullif(current_setting('svc.reason', true), ''),
      'dependency', new."id", new."successor_project_id", case when new.is_deleted and not old.is_deleted then '-' else '~' end, changes);
    end if;
  end;
  return null;
end;
$$ language plpgsql;
create trigger "history_update" after update on "dependencies" for each row
  when ((old."predecessor_id", old."successor_id", old."dep_type", old."lag", old."lag_unit", old."is_pending", old."accepted_by_id", old."is_deleted")
    is distinct from (new."predecessor_id", new."successor_id", new."dep_type", new."lag", new."lag_unit", new."is_pending", new."accepted_by_id", new."is_deleted")) execute function "dependencies_history_update_fn"();

create or replace function "guardrail_policies_history_insert_fn"() returns trigger as $$
begin
  insert into history_rows (actor_id, at, reason, object_type, object_id, project_id, change_type, changes)
  select nullif(current_setting('svc.actor', true), '')::uuid, coalesce(
    nullif(current_setting('svc.at', true), '')::timestamptz,
    now()
  ), nullif(current_setting('svc.reason', true), ''),
  'guardrail_policy', made."project_id", made."project_id", '+', null::jsonb from made;
  return null;
end;
$$ language plpgsql;
create trigger "history_insert" after insert on "guardrail_policies"
  referencing new table as made for each statement execute function "guardrail_policies_history_insert_fn"();

create or replace function "guardrail_policies_history_update_fn"() returns trigger as $$
begin
  declare
    changes jsonb := (
    select jsonb_object_agg(field->>0, field - 0) from unnest(array_remove(array[
    case when new."levels" is distinct from old."levels" then jsonb_build_array(
      'levels',
      old."levels",
      new."levels"
    ) end,
    case when new."acknowledged_at" is distinct from old."acknowledged_at" then jsonb_build_array(
      'acknowledged_at',
      old."acknowledged_at",
      new."acknowledged_at"
    ) end,
    case when new."acknowledged_by_id" is distinct from old."acknowledged_by_id" then jsonb_build_array(
      'acknowledged_by_id',
      old."acknowledged_by_id",
      new."acknowledged_by_id"
    ) end
    ], null)) as field
    );
  begin
    insert into history_rows (actor_id, at, reason, object_type, object_id, project_id, change_type, changes)
    values (nullif(current_setting('svc.actor', true), '')::uuid, coalesce(nullif(current_setting('svc.at', true), '')::timestamptz, now()), nullif(current_setting('svc.reason', true), ''),
    'guardrail_policy', new."project_id", new."project_id", '~', changes);
  end;
  return null;
end;
$$ language plpgsql;
create trigger "history_update" after update on "guardrail_policies" for each row
  when ((old."levels", old."acknowledged_at", old."acknowledged_by_id")
    is distinct from (new."levels", new."acknowledged_at", new."acknowledged_by_id")) execute function "guardrail_policies_history_update_fn"();

create or replace function "projects_history_insert_fn"() returns trigger as $$
begin
  insert into history_rows (actor_id, at, reason, object_type, object_id, project_id, change_type, changes)
  select nullif(current_setting('svc.actor', true), '')::uuid, coalesce(
    nullif(current_setting('svc.at', true), '')::timestamptz,
    now()
  ), nullif(current_setting('svc.reason', true), ''),
  'project', made."id", made."id", '+', null::jsonb from made;
  return null;
end;
$$ language plpgsql;
create trigger "history_insert" after insert on "projects"
  referencing new table as made for each statement execute function "projects_history_insert_fn"();

create or replace function "projects_history_update_fn"() returns trigger as $$
begin
  declare
    changes jsonb := (
    select jsonb_object_agg(field->>0, field - 0) from unnest(array_remove(array[
    case when new."program_id" is distinct from old."program_id" then jsonb_build_array(
      'program_id',
      old."program_id",
      new."program_id"
    ) end,
    case when new."name" is distinct from old."name" then jsonb_build_array('name', old."name", new."name") end,
    case when new."description" is distinct from old."description" then jsonb_build_array(
      'description',
      old."description",
      new."description"
    ) end,
    case when new."code" is distinct from old."code" then jsonb_build_array('code', old."code", new."code") end,
    case when new."start_date" is distinct from old."start_date" then jsonb_build_array(
      'start_date',
      old."start_date",
      new."start_date"
    ) end,
    case when new."status_date" is distinct from old."status_date" then jsonb_build_array(
      'status_date',
      old."status_date",
      new."status_date"
    ) end,
    case when new."calendar_id" is distinct from old."calendar_id" then jsonb_build_array(
      'calendar_id',
      old."calendar_id",
      new."calendar_id"
    ) end,
    case when new."health" is distinct from old."health" then jsonb_build_array(
      'health',
      old."health",
      new."health"
    ) end,
    case when new."visibility" is distinct from old."visibility" then jsonb_build_array(
      'visibility',
      old."visibility",
      new."visibility"
    ) end,
    case when new."timezone" is distinct from old."timezone" then jsonb_build_array(
      'timezone',
      old."timezone",
      new."timezone"
    ) end,
    case when new."default_view" is distinct from old."default_view" then jsonb_build_array(
      'default_view',
      old."default_view",
      new."default_view"
    ) end,
    case when new."lead_id" is distinct from old."lead_id" then jsonb_build_array(
      'lead_id',
      old."lead_id",
      new."lead_id"
    ) end,
    case when new."estimation_mode" is distinct from old."estimation_mode" then jsonb_build_array(
      'estimation_mode',
      old."estimation_mode",
      new."estimation_mode"
    ) end,
    case when new."methodology" is distinct from old."methodology" then jsonb_build_array(
      'methodology',
      old."methodology",
      new."methodology"
    ) end,
    case when new."duration_change_percent_policy" is distinct from old."duration_change_percent_policy" then jsonb_build_array(
      'duration_change_percent_policy',
      old."duration_change_percent_policy",
      new."duration_change_percent_policy"
    ) end,
    case when new."estimation_scale" is distinct from old."estimation_scale" then jsonb_build_array(
      'estimation_scale',
      old."estimation_scale",
      new."estimation_scale"
    ) end,
    case when new."sprint_picker_ready_only_default" is distinct from old."sprint_picker_ready_only_default" then jsonb_build_array(
      'sprint_picker_ready_only_default',
      old."sprint_picker_ready_only_default",
      new."sprint_picker_ready_only_default"
    ) end,
    case when new."iteration_label" is distinct from old."iteration_label" then jsonb_build_array(
      'iteration_label',
      old."iteration_label",
      new."iteration_label"
    ) end,
    case when new."public_sharing" is distinct from old."public_sharing" then jsonb_build_array(
      'public_sharing',
      old."public_sharing",
      new."public_sharing"
    ) end,
    case when new."allow_guests" is distinct from old."allow_guests" then jsonb_build_array(
      'allow_guests',
      old."allow_guests",
      new."allow_guests"
    ) end,
    case when new."mc_history_enabled" is distinct from old."mc_history_enabled" then jsonb_build_array(
      'mc_history_enabled',
      old."mc_history_enabled",
      new."mc_history_enabled"
    ) end,
    case when new."mc_history_retention_cap" is distinct from old."mc_history_retention_cap" then jsonb_build_array(
      'mc_history_retention_cap',
      old."mc_history_retention_cap",
      new."mc_history_retention_cap"
    ) end,
    case when new."mc_history_attribution_audience" is distinct from old."mc_history_attribution_audience" then jsonb_build_array(
      'mc_history_attribution_audience',
      old."mc_history_attribution_audience",
      new."mc_history_attribution_audience"
    ) end,
    case when new."attachments_enabled" is distinct from old."attachments_enabled" then jsonb_build_array(
      'attachments_enabled',
      old."attachments_enabled",
      new."attachments_enabled"
    ) end,
    case when new."allowed_attachment_types" is distinct from old."allowed_attachment_types" then jsonb_build_array(
      'allowed_attachment_types',
      old."allowed_attachment_types",
      new."allowed_attachment_types"
    ) end,
    case when new."mcp_enabled" is distinct from old."mcp_enabled" then jsonb_build_array(
      'mcp_enabled',
      old."mcp_enabled",
      new."mcp_enabled"
    ) end,
    case when new."board_cadence" is distinct from old."board_cadence" then jsonb_build_array(
      'board_cadence',
      old."board_cadence",
      new."board_cadence"
    ) end,
    case when new."stale_task_threshold_days" is distinct from old."stale_task_threshold_days" then jsonb_build_array(
      'stale_task_threshold_days',
      old."stale_task_threshold_days",
      new."stale_task_threshold_days"
    ) end,
    case when new."end_date_shift_threshold_days" is distinct from old."end_date_shift_threshold_days" then jsonb_build_array(
      'end_date_shift_threshold_days',
      old."end_date_shift_threshold_days",
      new."end_date_shift_threshold_days"
    ) end,
    case when new."prioritization_model" is distinct from old."prioritization_model" then jsonb_build_array(
      'prioritization_model',
      old."prioritization_model",
      new."prioritization_model"
    ) end,
    case when new."default_member_role" is distinct from old."default_member_role" then jsonb_build_array(
      'default_member_role',
      old."default_member_role",
      new."default_member_role"
    ) end,
    case when new."show_reporting" is distinct from old."show_reporting" then jsonb_build_array(
      'show_reporting',
      old."show_reporting",
      new."show_reporting"
    ) end,
    case when new."show_time_tracking" is distinct from old."show_time_tracking" then jsonb_build_array(
      'show_time_tracking',
      old."show_time_tracking",
      new."show_time_tracking"
    ) end,
    case when new."show_baselines" is distinct from old."show_baselines" then jsonb_build_array(
      'show_baselines',
      old."show_baselines",
      new."show_baselines"
    ) end,
    case when new."show_monte_carlo" is distinct from old."show_monte_carlo" then jsonb_build_array(
      'show_monte_carlo',
      old."show_monte_carlo",
      new."show_monte_carlo"
    ) end,
    case when new."lifecycle" is distinct from old."lifecycle" then jsonb_build_array(
      'lifecycle',
      old."lifecycle",
      new."lifecycle"
    ) end,
    case when new."is_archived" is distinct from old."is_archived" then jsonb_build_array(
      'is_archived',
      old."is_archived",
      new."is_archived"
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
    'project', new."id", new."id", case when new.is_deleted and not old.is_deleted then '-' else '~' end, changes);
  end;
  return null;
end;
$$ language plpgsql;
create trigger "history_update" after update on "projects" for each row
  when ((old."program_id", old."name", old."description", old."code", old."start_date", old."status_date", old."calendar_id", old."health", old."visibility", old."timezone", old."default_view", old."lead_id", old."estimation_mode", old."methodology", old."duration_change_percent_policy", old."estimation_scale", old."sprint_picker_ready_only_default", old."iteration_label", old."public_sharing", old."allow_guests", old."mc_history_enabled", old."mc_history_retention_cap", old."mc_history_attribution_audience", old."attachments_enabled", old."allowed_attachment_types", old."mcp_enabled", old."board_cadence", old."stale_task_threshold_days", old."end_date_shift_threshold_days", old."prioritization_model", old."default_member_role", old."show_reporting", old."show_time_tracking", old."show_baselines", old."show_monte_carlo", old."lifecycle", old."is_archived", old."is_deleted")
    is distinct from (new."program_id", new."name", new."description", new."code", new."start_date", new."status_date", new."calendar_id", new."health", new."visibility", new."timezone", new."default_view", new."lead_id", new."estimation_mode", new."methodology", new."duration_change_percent_policy", new."estimation_scale", new."sprint_picker_ready_only_default", new."iteration_label", new."public_sharing", new."allow_guests", new."mc_history_enabled", new."mc_history_retention_cap", new."mc_history_attribution_audience", new."attachments_enabled", new."allowed_attachment_types", new."mcp_enabled", new."board_cadence", new."stale_task_threshold_days", new."end_date_shift_threshold_days", new."prioritization_model", new."default_member_role", new."show_reporting", new."show_time_tracking", new."show_baselines", new."show_monte_carlo", new."lifecycle", new."is_archived", new."is_deleted")) execute function "projects_history_update_fn"();

create or replace function "recurrence_rules_history_insert_fn"() returns trigger as $$
begin
  insert into history_rows (actor_id, at, reason, object_type, object_id, project_id, change_type, changes)
  select nullif(current_setting('svc.actor', true), '')::uuid, coalesce(
    nullif(current_setting('svc.at', true), '')::timestamptz,
    now()
  ), nullif(current_setting('svc.reason', true), ''),
  'task_recurrence', made."id", made."project_id", '+', null::jsonb from made;
  return null;
end;
$$ language plpgsql;
create trigger "history_insert" after insert on "recurrence_rules"
  referencing new table as made for each statement execute function "recurrence_rules_history_insert_fn"();

create or replace function "recurrence_rules_history_update_fn"() returns trigger as $$
begin
  declare
    changes jsonb := (
    select jsonb_object_agg(field->>0, field - 0) from unnest(array_remove(array[
    case when new."task_id" is distinct from old."task_id" then jsonb_build_array(
      'task_id',
      old."task_id",
      new."task_id"
    ) end,
    case when new."frequency" is distinct from old."frequency" then jsonb_build_array(
      'frequency',
      old."frequency",
      new."frequency"
    ) end,
    case when new."interval" is distinct from old."interval" then jsonb_build_array(
      'interval',
      old."interval",
      new."interval"
    ) end,
    case when new."weekdays" is distinct from old."weekdays" then jsonb_build_array(
      'weekdays',
      old."weekdays",
      new."weekdays"
    ) end,
    case when new."day_of_month" is distinct from old."day_of_month" then jsonb_build_array(
      'day_of_month',
      old."day_of_month",
      new."day_of_month"
    ) end,
    case when new."time_of_day" is distinct from old."time_of_day" then jsonb_build_array(
      'time_of_day',
      old."time_of_day",
      new."time_of_day"
    ) end,
    case when new."timezone" is distinct from old."timezone" then jsonb_build_array(
      'timezone',
      old."timezone",
      new."timezone"
    ) end,
    case when new."end_type" is distinct from old."end_type" then jsonb_build_array(
      'end_type',
      old."end_type",
      new."end_type"
    ) end,
    case when new."end_date" is distinct from old."end_date" then jsonb_build_array(
      'end_date',
      old."end_date",
      new."end_date"
    ) end,
    case when new."end_count" is distinct from old."end_count" then jsonb_build_array(
      'end_count',
      old."end_count",
      new."end_count"
    ) end,
    case when new."inherit_assignee" is distinct from old."inherit_assignee" then jsonb_build_array(
      'inherit_assignee',
      old."inherit_assignee",
      new."inherit_assignee"
    ) end,
    case when new."inherit_subtasks" is distinct from old."inherit_subtasks" then jsonb_build_array(
      'inherit_subtasks',
      old."inherit_subtasks",
      new."inherit_subtasks"
    ) end,
    case when new."inherit_attachments" is distinct from old."inherit_attachments" then jsonb_build_array(
      'inherit_attachments',
      old."inherit_attachments",
      new."inherit_attachments"
    ) end,
    case when new."inherit_morning_notification" is distinct from old."inherit_morning_notification" then jsonb_build_array(
      'inherit_morning_notification',
      old."inherit_morning_notification",
      new."inherit_morning_notification"
    ) end,
    case when new."made_on" is distinct from old."made_on" then jsonb_build_array(
      'made_on',
      old."made_on",
      new."made_on"
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
    'task_recurrence', new."id", new."project_id", case when new.is_deleted and not old.is_deleted then '-' else '~' end, changes);
  end;
  return null;
end;
$$ language plpgsql;
create trigger "history_update" after update on "recurrence_rules" for each row
  when ((old."task_id", old."frequency", old."interval", old."weekdays", old."day_of_month", old."time_of_day", old."timezone", old."end_type", old."end_date", old."end_count", old."inherit_assignee", old."inherit_subtasks", old."inherit_attachments", old."inherit_morning_notification", old."made_on", old."is_deleted")
    is distinct from (new."task_id", new."frequency", new."interval", new."weekdays", new."day_of_month", new."time_of_day", new."timezone", new."end_type", new."end_date", new."end_count", new."inherit_assignee", new."inherit_subtasks", new."inherit_attachments", new."inherit_morning_notification", new."made_on", new."is_deleted")) execute function "recurrence_rules_history_update_fn"();

create or replace function "risks_history_insert_fn"() returns trigger as $$
begin
  insert into history_rows (actor_id, at, reason, object_type, object_id, project_id, change_type, changes)
  select nullif(current_setting('svc.actor', true), '')::uuid, coalesce(
    nullif(current_setting('svc.at', true), '')::timestamptz,
    now()
  ), nullif(current_setting('svc.reason', true), ''),
  'risk', made."id", made."project_id", '+', null::jsonb from made;
  return null;
end;
$$ language plpgsql;
create trigger "history_insert" after insert on "risks"
  referencing new table as made for each statement execute function "risks_history_insert_fn"();

create or replace function "risks_history_update_fn"() returns trigger as $$
begin
  declare
    changes jsonb := (
    select jsonb_object_agg(field->>0, field - 0) from unnest(array_remove(array[
    case when new."title" is distinct from old."title" then jsonb_build_array('title', old."title", new."title") end,
    case when new."description" is distinct from old."description" then jsonb_build_array(
      'description',
      old."description",
      new."description"
    ) end,
    case when new."status" is distinct from old."status" then jsonb_build_array(
      'status',
      old."status",
      new."status"
    ) end,
    case when new."probability" is distinct from old."probability" then jsonb_build_array(
      'probability',
      old."probability",
      new."probability"
    ) end,
    case when new."impact" is distinct from old."impact" then jsonb_build_array(
      'impact',
      old."impact",
      new."impact"
    ) end,
    case when new."category" is distinct from old."category" then jsonb_build_array(
      'category',
      old."category",
      new."category"
    ) end,
    case when new."response" is distinct from old."response" then jsonb_build_array(
      'response',
      old."response",
      new."response"
    ) end,
    case when new."mitigation_due_date" is distinct from old."mitigation_due_date" then jsonb_build_array(
      'mitigation_due_date',
      old."mitigation_due_date",
      new."mitigation_due_date"
    ) end,
    case when new."trigger" is distinct from old."trigger" then jsonb_build_array(
      'trigger',
      old."trigger",
      new."trigger"
    ) end,
    case when new."contingency" is distinct from old."contingency" then jsonb_build_array(
      'contingency',
      old."contingency",
      new."contingency"
    ) end,
    case when new."notes" is distinct from old."notes" then jsonb_build_array('notes', old."notes", new."notes") end,
    case when new."delay" is distinct from old."delay" then jsonb_build_array('delay', old."delay", new."delay") end,
    case when new."owner_id" is distinct from old."owner_id" then jsonb_build_array(
      'owner_id',
      old."owner_id",
      new."owner_id"
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
    'risk', new."id", new."project_id", case when new.is_deleted and not old.is_deleted then '-' else '~' end, changes);
  end;
  return null;
end;
$$ language plpgsql;
create trigger "history_update" after update on "risks" for each row
  when ((old."title", old."description", old."status", old."probability", old."impact", old."category", old."response", old."mitigation_due_date", old."trigger", old."contingency", old."notes", old."delay", old."owner_id", old."is_deleted")
    is distinct from (new."title", new."description", new."status", new."probability", new."impact", new."category", new."response", new."mitigation_due_date", new."trigger", new."contingency", new."notes", new."delay", new."owner_id", new."is_deleted")) execute function "risks_history_update_fn"();

create or replace function "sprints_history_insert_fn"() returns trigger as $$
begin
  insert into history_rows (actor_id, at, reason, object_type, object_id, project_id, change_type, changes)
  select nullif(current_setting('svc.actor', true), '')::uuid, coalesce(
    nullif(current_setting('svc.at', true), '')::timestamptz,
    now()
  ), nullif(current_setting('svc.reason', true), ''),
  'sprint', made."id", made."project_id", '+', null::jsonb from made;
  return null;
end;
$$ language plpgsql;
create trigger "history_insert" after insert on "sprints"
  referencing new table as made for each statement execute function "sprints_history_insert_fn"();

create or replace function "sprints_history_update_fn"() returns trigger as $$
begin
  declare
    changes jsonb := (
    select jsonb_object_agg(field->>0, field - 0) from unnest(array_remove(array[
    case when new."name" is distinct from old."name" then jsonb_build_array('name', old."name", new."name") end,
    case when new."goal" is distinct from old."goal" then jsonb_build_array('goal', old."goal", new."goal") end,
    case when new."notes" is distinct from old."notes" then jsonb_build_array('notes', old."notes", new."notes") end,
    case when new."start_date" is distinct from old."start_date" then jsonb_build_array(
      'start_date',
      old."start_date",
      new."start_date"
    ) end,
    case when new."finish_date" is distinct from old."finish_date" then jsonb_build_array(
      'finish_date',
      old."finish_date",
      new."finish_date"
    ) end,
    case when new."state" is distinct from old."state" then jsonb_build_array('state', old."state", new."state") end,
    case when new."target_milestone_id" is distinct from old."target_milestone_id" then jsonb_build_array(
      'target_milestone_id',
      old."target_milestone_id",
      new."target_milestone_id"
    ) end,
    case when new."milestone_bound_by_id" is distinct from old."milestone_bound_by_id" then jsonb_build_array(
      'milestone_bound_by_id',
      old."milestone_bound_by_id",
      new."milestone_bound_by_id"
    ) end,
    case when new."milestone_bound_at" is distinct from old."milestone_bound_at" then jsonb_build_array(
      'milestone_bound_at',
      old."milestone_bound_at",
      new."milestone_bound_at"
    ) end,
    case when new."binding_committed_snapshot" is distinct from old."binding_committed_snapshot" then jsonb_build_array(
      'binding_committed_snapshot',
      old."binding_committed_snapshot",
      new."binding_committed_snapshot"
    ) end,
    case when new."capacity_points" is distinct from old."capacity_points" then jsonb_build_array(
      'capacity_points',
      old."capacity_points",
      new."capacity_points"
    ) end,
    case when new."wip_limit" is distinct from old."wip_limit" then jsonb_build_array(
      'wip_limit',
      old."wip_limit",
      new."wip_limit"
    ) end,
    case when new."goal_outcome" is distinct from old."goal_outcome" then jsonb_build_array(
      'goal_outcome',
      old."goal_outcome",
      new."goal_outcome"
    ) end,
    case when new."exclude_from_velocity" is distinct from old."exclude_from_velocity" then jsonb_build_array(
      'exclude_from_velocity',
      old."exclude_from_velocity",
      new."exclude_from_velocity"
    ) end,
    case when new."committed_points" is distinct from old."committed_points" then jsonb_build_array(
      'committed_points',
      old."committed_points",
      new."committed_points"
    ) end,
    case when new."committed_task_count" is distinct from old."committed_task_count" then jsonb_build_array(
      'committed_task_count',
      old."committed_task_count",
      new."committed_task_count"
    ) end,
    case when new."completed_points" is distinct from old."completed_points" then jsonb_build_array(
      'completed_points',
      old."completed_points",
      new."completed_points"
    ) end,
    case when new."completed_task_count" is distinct from old."completed_task_count" then jsonb_build_array(
      'completed_task_count',
      old."completed_task_count",
      new."completed_task_count"
    ) end,
    case when new."activated_at" is distinct from old."activated_at" then jsonb_build_array(
      'activated_at',
      old."activated_at",
      new."activated_at"
    ) end,
    case when new."closed_at" is distinct from old."closed_at" then jsonb_build_array(
      'closed_at',
      old."closed_at",
      new."closed_at"
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
    'sprint', new."id", new."project_id", case when new.is_deleted and not old.is_deleted then '-' else '~' end, changes);
  end;
  return null;
end;
$$ language plpgsql;
create trigger "history_update" after update on "sprints" for each row
  when ((old."name", old."goal", old."notes", old."start_date", old."finish_date", old."state", old."target_milestone_id", old."milestone_bound_by_id", old."milestone_bound_at", old."binding_committed_snapshot", old."capacity_points", old."wip_limit", old."goal_outcome", old."exclude_from_velocity", old."committed_points", old."committed_task_count", old."completed_points", old."completed_task_count", old."activated_at", old."closed_at", old."is_deleted")
    is distinct from (new."name", new."goal", new."notes", new."start_date", new."finish_date", new."state", new."target_milestone_id", new."milestone_bound_by_id", new."milestone_bound_at", new."binding_committed_snapshot", new."capacity_points", new."wip_limit", new."goal_outcome", new."exclude_from_velocity", new."committed_points", new."committed_task_count", new."completed_points", new."completed_task_count", new."activated_at", new."closed_at", new."is_deleted")) execute function "sprints_history_update_fn"();

create or replace function "tasks_history_insert_fn"() returns trigger as $$
begin
  insert into history_rows (actor_id, at, reason, object_type, object_id, project_id, change_type, changes)
  select nullif(current_setting('svc.actor', true), '')::uuid, coalesce(
    nullif(current_setting('svc.at', true), '')::timestamptz,
    now()
  ), nullif(current_setting('svc.reason', true), ''),
  'task', made."id", made."project_id", '+', null::jsonb from made;
  return null;
end;
$$ language plpgsql;
create trigger "history_insert" after insert on "tasks"
  referencing new table as made for each statement execute function "tasks_history_insert_fn"();

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
create trigger "history_update" after update on "tasks" for each row
  when ((old."name", old."notes", old."status", old."type", old."parent_id", old."is_subtask", old."structure_role", old."auto_container", old."own_status", old."own_estimate", old."duration", old."duration_unit", old."percent_complete", old."planned_start", old."constraint_type", old."constraint_date", old."deadline", old."actual_start", old."actual_finish", old."optimistic_duration", old."most_likely_duration", old."pessimistic_duration", old."estimate_status", old."is_milestone", old."delivery_mode", old."governance_class", old."parent_governance_inherited", old."calendar_id", old."assignee_id", old."sprint_id", old."sprint_pending", old."story_points", old."remaining_points", old."sprint_rank", old."priority_rank", old."parent_epic_id", old."dor", old."blocked_reason", old."blocker_type", old."blocking_task_id", old."blocked_by_id", old."business_value", old."time_criticality", old."risk_reduction", old."job_size", old."reach", old."impact", old."confidence", old."effort", old."value", old."effort_estimate", old."is_recurring", old."is_deleted")
    is distinct from (new."name", new."notes", new."status", new."type", new."parent_id", new."is_subtask", new."structure_role", new."auto_container", new."own_status", new."own_estimate", new."duration", new."duration_unit", new."percent_complete", new."planned_start", new."constraint_type", new."constraint_date", new."deadline", new."actual_start", new."actual_finish", new."optimistic_duration", new."most_likely_duration", new."pessimistic_duration", new."estimate_status", new."is_milestone", new."delivery_mode", new."governance_class", new."parent_governance_inherited", new."calendar_id", new."assignee_id", new."sprint_id", new."sprint_pending", new."story_points", new."remaining_points", new."sprint_rank", new."priority_rank", new."parent_epic_id", new."dor", new."blocked_reason", new."blocker_type", new."blocking_task_id", new."blocked_by_id", new."business_value", new."time_criticality", new."risk_reduction", new."job_size", new."reach", new."impact", new."confidence", new."effort", new."value", new."effort_estimate", new."is_recurring", new."is_deleted")) execute function "tasks_history_update_fn"();
