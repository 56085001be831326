-- Programs, their meetings, relations of tasks and whom a team tells its signals keep a history too. What belongs to a program
-- names it in a column of its own; the index is of those rows alone, so that nothing is built over the rows that are there.
alter table "history_rows" add "program_id" uuid null;
alter table "history_rows" alter column "project_id" drop not null;
create index "history_rows_program" on "history_rows" ("program_id", "id") where "program_id" is not null;

create or replace function "ceremonies_history_insert_fn"() returns trigger as $$
begin
  insert into history_rows (actor_id, at, reason, object_type, object_id, program_id, change_type, changes)
  select nullif(current_setting('svc.actor', true), '')::uuid, coalesce(
    nullif(current_setting('svc.at', true), '')::timestamptz,
    now()
  ), nullif(current_setting('svc.reason', true), ''),
  'ceremony', made."id", made."program_id", '+', jsonb_build_object(
    'name',
    jsonb_build_array(null, made."name"),
    'cadence_type',
    jsonb_build_array(null, made."cadence_type"),
    'cadence_day',
    jsonb_build_array(null, made."cadence_day"),
    'cadence_time',
    jsonb_build_array(null, made."cadence_time"),
    'duration_minutes',
    jsonb_build_array(null, made."duration_minutes"),
    'owner_role',
    jsonb_build_array(null, made."owner_role"),
    'enabled',
    jsonb_build_array(null, made."enabled")
  ) from made;
  return null;
end;
$$ language plpgsql;
create trigger "history_insert" after insert on "ceremonies"
  referencing new table as made for each statement execute function "ceremonies_history_insert_fn"();

create or replace function "ceremonies_history_update_fn"() returns trigger as $$
begin
  declare
    changes jsonb := (
    select jsonb_object_agg(field->>0, field - 0) from unnest(array_remove(array[
    case when new."name" is distinct from old."name" then jsonb_build_array('name', old."name", new."name") end,
    case when new."cadence_type" is distinct from old."cadence_type" then jsonb_build_array(
      'cadence_type',
      old."cadence_type",
      new."cadence_type"
    ) end,
    case when new."cadence_day" is distinct from old."cadence_day" then jsonb_build_array(
      'cadence_day',
      old."cadence_day",
      new."cadence_day"
    ) end,
    case when new."cadence_time" is distinct from old."cadence_time" then jsonb_build_array(
      'cadence_time',
      old."cadence_time",
      new."cadence_time"
    ) end,
    case when new."duration_minutes" is distinct from old."duration_minutes" then jsonb_build_array(
      'duration_minutes',
      old."duration_minutes",
      new."duration_minutes"
    ) end,
    case when new."owner_role" is distinct from old."owner_role" then jsonb_build_array(
      'owner_role',
      old."owner_role",
      new."owner_role"
    ) end,
    case when new."enabled" is distinct from old."enabled" then jsonb_build_array(
      'enabled',
      old."enabled",
      new."enabled"
    ) end
    ], null)) as field
    );
  begin
    insert into history_rows (actor_id, at, reason, object_type, object_id, program_id, change_type, changes)
    values (nullif(current_setting('svc.actor', true), '')::uuid, coalesce(nullif(current_setting('svc.at', true), '')::timestamptz, now()), nullif(current_setting('svc.reason', true), ''),
    'ceremony', new."id", new."program_id", '~', changes
      || jsonb_build_object('name', jsonb_build_array(old."name", new."name")));
  end;
  return null;
end;
$$ language plpgsql;
create trigger "history_update" after update on "ceremonies" for each row
  when ((old."name", old."cadence_type", old."cadence_day", old."cadence_time", old."duration_minutes", old."owner_role", old."enabled")
    is distinct from (new."name", new."cadence_type", new."cadence_day", new."cadence_time", new."duration_minutes", new."owner_role", new."enabled")) execute function "ceremonies_history_update_fn"();

create or replace function "ceremonies_history_delete_fn"() returns trigger as $$
begin
  insert into history_rows (actor_id, at, reason, object_type, object_id, program_id, change_type, changes)
  select nullif(current_setting('svc.actor', true), '')::uuid, coalesce(
    nullif(current_setting('svc.at', true), '')::timestamptz,
    now()
  ), nullif(current_setting('svc.reason', true), ''),
  'ceremony', gone."id", gone."program_id", '-', jsonb_build_object(
    'name',
    jsonb_build_array(gone."name", null),
    'cadence_type',
    jsonb_build_array(gone."cadence_type", null),
    'cadence_day',
    jsonb_build_array(gone."cadence_day", null),
    'cadence_time',
    jsonb_build_array(gone."cadence_time", null),
    'duration_minutes',
    jsonb_build_array(gone."duration_minutes", null),
    'owner_role',
    jsonb_build_array(gone."owner_role", null),
    'enabled',
    jsonb_build_array(gone."enabled", null)
  ) from gone;
  return null;
end;
$$ language plpgsql;
create trigger "history_delete" after delete on "ceremonies"
  referencing old table as gone for each statement execute function "ceremonies_history_delete_fn"();

create or replace function "programs_history_insert_fn"() returns trigger as $$
begin
  insert into history_rows (actor_id, at, reason, object_type, object_id, program_id, change_type, changes)
  select nullif(current_setting('svc.actor', true), '')::uuid, coalesce(
    nullif(current_setting('svc.at', true), '')::timestamptz,
    now()
  ), nullif(current_setting('svc.reason', true), ''),
  'program', made."id", made."id", '+', null::jsonb from made;
  return null;
end;
$$ language plpgsql;
create trigger "history_insert" after insert on "programs"
  referencing new table as made for each statement execute function "programs_history_insert_fn"();

create or replace function "programs_history_update_fn"() returns trigger as $$
begin
  declare
    changes jsonb := (
    select jsonb_object_agg(field->>0, field - 0) from unnest(array_remove(array[
    case when new."name" is distinct from old."name" then jsonb_build_array('name', old."name", new."name") end,
    case when new."description" is distinct from old."description" then jsonb_build_array(
      'description',
      old."description",
      new."description"
    ) end,
    case when new."code" is distinct from old."code" then jsonb_build_array('code', old."code", new."code") end,
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
    case when new."target_date" is distinct from old."target_date" then jsonb_build_array(
      'target_date',
      old."target_date",
      new."target_date"
    ) end,
    case when new."visibility" is distinct from old."visibility" then jsonb_build_array(
      'visibility',
      old."visibility",
      new."visibility"
    ) end,
    case when new."risk_slip_propagation" is distinct from old."risk_slip_propagation" then jsonb_build_array(
      'risk_slip_propagation',
      old."risk_slip_propagation",
      new."risk_slip_propagation"
    ) end,
    case when new."risk_escalation_days" is distinct from old."risk_escalation_days" then jsonb_build_array(
      'risk_escalation_days',
      old."risk_escalation_days",
      new."risk_escalation_days"
    ) end,
    case when new."rollup_enabled_kpis" is distinct from old."rollup_enabled_kpis" then jsonb_build_array(
      'rollup_enabled_kpis',
      old."rollup_enabled_kpis",
      new."rollup_enabled_kpis"
    ) end,
    case when new."rollup_aggregation_policy" is distinct from old."rollup_aggregation_policy" then jsonb_build_array(
      'rollup_aggregation_policy',
      old."rollup_aggregation_policy",
      new."rollup_aggregation_policy"
    ) end,
    case when new."color" is distinct from old."color" then jsonb_build_array('color', old."color", new."color") end,
    case when new."lead_id" is distinct from old."lead_id" then jsonb_build_array(
      'lead_id',
      old."lead_id",
      new."lead_id"
    ) end,
    case when new."is_sample" is distinct from old."is_sample" then jsonb_build_array(
      'is_sample',
      old."is_sample",
      new."is_sample"
    ) end,
    case when new."sample_key" is distinct from old."sample_key" then jsonb_build_array(
      'sample_key',
      old."sample_key",
      new."sample_key"
    ) end,
    case when new."is_closed" is distinct from old."is_closed" then jsonb_build_array(
      'is_closed',
      old."is_closed",
      new."is_closed"
    ) end,
    case when new."is_deleted" is distinct from old."is_deleted" then jsonb_build_array(
      'is_deleted',
      old."is_deleted",
      new."is_deleted"
    ) end
    ], null)) as field
    );
  begin
    insert into history_rows (actor_id, at, reason, object_type, object_id, program_id, change_type, changes)
    values (nullif(current_setting('svc.actor', true), '')::uuid, coalesce(nullif(current_setting('svc.at', true), '')::timestamptz, now()), nullif(current_setting('svc.reason', true), ''),
    'program', new."id", new."id", case when new.is_deleted and not old.is_deleted then '-' else '~' end, changes);
  end;
  return null;
end;
$$ language plpgsql;
create trigger "history_update" after update on "programs" for each row
  when ((old."name", old."description", old."code", old."methodology", old."duration_change_percent_policy", old."estimation_scale", old."sprint_picker_ready_only_default", old."iteration_label", old."public_sharing", old."allow_guests", old."mc_history_enabled", old."mc_history_retention_cap", old."mc_history_attribution_audience", old."attachments_enabled", old."allowed_attachment_types", old."mcp_enabled", old."calendar_id", old."health", old."target_date", old."visibility", old."risk_slip_propagation", old."risk_escalation_days", old."rollup_enabled_kpis", old."rollup_aggregation_policy", old."color", old."lead_id", old."is_sample", old."sample_key", old."is_closed", old."is_deleted")
    is distinct from (new."name", new."description", new."code", new."methodology", new."duration_change_percent_policy", new."estimation_scale", new."sprint_picker_ready_only_default", new."iteration_label", new."public_sharing", new."allow_guests", new."mc_history_enabled", new."mc_history_retention_cap", new."mc_history_attribution_audience", new."attachments_enabled", new."allowed_attachment_types", new."mcp_enabled", new."calendar_id", new."health", new."target_date", new."visibility", new."risk_slip_propagation", new."risk_escalation_days", new."rollup_enabled_kpis", new."rollup_aggregation_policy", new."color", new."lead_id", new."is_sample", new."sample_key", new."is_closed", new."is_deleted")) execute function "programs_history_update_fn"();

create or replace function "task_relations_history_insert_fn"() returns trigger as $$
begin
  insert into history_rows (actor_id, at, reason, object_type, object_id, project_id, change_type, changes)
  select nullif(current_setting('svc.actor', true), '')::uuid, coalesce(
    nullif(current_setting('svc.at', true), '')::timestamptz,
    now()
  ), nullif(current_setting('svc.reason', true), ''),
  'task_relation', made."id", made."project_id", '+', null::jsonb from made;
  return null;
end;
$$ language plpgsql;
create trigger "history_insert" after insert on "task_relations"
  referencing new table as made for each statement execute function "task_relations_history_insert_fn"();

create or replace function "task_relations_history_update_fn"() returns trigger as $$
begin
  declare
    changes jsonb := (
    select jsonb_object_agg(field->>0, field - 0) from unnest(array_remove(array[
    case when new."source_id" is distinct from old."source_id" then jsonb_build_array(
      'source_id',
      old."source_id",
      new."source_id"
    ) end,
    case when new."target_id" is distinct from old."target_id" then jsonb_build_array(
      'target_id',
      old."target_id",
      new."target_id"
    ) end,
    case when new."relation_type" is distinct from old."relation_type" then jsonb_build_array(
      'relation_type',
      old."relation_type",
      new."relation_type"
    ) end,
    case when new."note" is distinct from old."note" then jsonb_build_array('note', old."note", new."note") end,
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
    'task_relation', new."id", new."project_id", case when new.is_deleted and not old.is_deleted then '-' else '~' end, changes);
  end;
  return null;
end;
$$ language plpgsql;
create trigger "history_update" after update on "task_relations" for each row
  when ((old."source_id", old."target_id", old."relation_type", old."note", old."is_deleted")
    is distinct from (new."source_id", new."target_id", new."relation_type", new."note", new."is_deleted")) execute function "task_relations_history_update_fn"();

create or replace function "team_signals_history_insert_fn"() returns trigger as $$
begin
  insert into history_rows (actor_id, at, reason, object_type, object_id, project_id, change_type, changes)
  select nullif(current_setting('svc.actor', true), '')::uuid, coalesce(
    nullif(current_setting('svc.at', true), '')::timestamptz,
    now()
  ), nullif(current_setting('svc.reason', true), ''),
  'signal_privacy_policy', made."project_id", made."project_id", '+', jsonb_build_object(
    'signal',
    jsonb_build_array(null, made."signal"),
    'audience',
    jsonb_build_array(null, made."audience"),
    'ceiling',
    jsonb_build_array(null, made."ceiling")
  ) from made;
  return null;
end;
$$ language plpgsql;
create trigger "history_insert" after insert on "team_signals"
  referencing new table as made for each statement execute function "team_signals_history_insert_fn"();

create or replace function "team_signals_history_update_fn"() returns trigger as $$
begin
  declare
    changes jsonb := (
    select jsonb_object_agg(field->>0, field - 0) from unnest(array_remove(array[
    case when new."audience" is distinct from old."audience" then jsonb_build_array(
      'audience',
      old."audience",
      new."audience"
    ) end,
    case when new."ceiling" is distinct from old."ceiling" then jsonb_build_array(
      'ceiling',
      old."ceiling",
      new."ceiling"
    ) end
    ], null)) as field
    );
  begin
    insert into history_rows (actor_id, at, reason, object_type, object_id, project_id, change_type, changes)
    values (nullif(current_setting('svc.actor', true), '')::uuid, coalesce(nullif(current_setting('svc.at', true), '')::timestamptz, now()), nullif(current_setting('svc.reason', true), ''),
    'signal_privacy_policy', new."project_id", new."project_id", '~', changes
      || jsonb_build_object('signal', jsonb_build_array(old."signal", new."signal")));
  end;
  return null;
end;
$$ language plpgsql;
create trigger "history_update" after update on "team_signals" for each row
  when ((old."audience", old."ceiling")
    is distinct from (new."audience", new."ceiling")) execute function "team_signals_history_update_fn"();
