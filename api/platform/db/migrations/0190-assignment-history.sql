-- The past of a task tells who was put to it and taken off: assignments are removed, so their triggers write down what they held.
create or replace function "task_resources_history_insert_fn"() returns trigger as $$
begin
  insert into history_rows (actor_id, at, reason, object_type, object_id, project_id, change_type, changes)
  select nullif(current_setting('svc.actor', true), '')::uuid, coalesce(
    nullif(current_setting('svc.at', true), '')::timestamptz,
    now()
  ), nullif(current_setting('svc.reason', true), ''),
  'assignment', made."task_id", made."project_id", '+', jsonb_build_object(
    'resource_id',
    jsonb_build_array(null, made."resource_id"),
    'units',
    jsonb_build_array(null, made."units")
  ) from made;
  return null;
end;
$$ language plpgsql;
create trigger "history_insert" after insert on "task_resources"
  referencing new table as made for each statement execute function "task_resources_history_insert_fn"();

create or replace function "task_resources_history_update_fn"() returns trigger as $$
begin
  declare
    changes jsonb := (
    select jsonb_object_agg(field->>0, field - 0) from unnest(array_remove(array[
    case when new."resource_id" is distinct from old."resource_id" then jsonb_build_array(
      'resource_id',
      old."resource_id",
      new."resource_id"
    ) end,
    case when new."units" is distinct from old."units" then jsonb_build_array('units', old."units", new."units") end
    ], null)) as field
    );
  begin
    insert into history_rows (actor_id, at, reason, object_type, object_id, project_id, change_type, changes)
    values (nullif(current_setting('svc.actor', true), '')::uuid, coalesce(nullif(current_setting('svc.at', true), '')::timestamptz, now()), nullif(current_setting('svc.reason', true), ''),
    'assignment', new."task_id", new."project_id", '~', changes
      || jsonb_build_object('resource_id', jsonb_build_array(old."resource_id", new."resource_id")));
  end;
  return null;
end;
$$ language plpgsql;
create trigger "history_update" after update on "task_resources" for each row
  when ((old."resource_id", old."units")
    is distinct from (new."resource_id", new."units")) execute function "task_resources_history_update_fn"();

create or replace function "task_resources_history_delete_fn"() returns trigger as $$
begin
  insert into history_rows (actor_id, at, reason, object_type, object_id, project_id, change_type, changes)
  select nullif(current_setting('svc.actor', true), '')::uuid, coalesce(
    nullif(current_setting('svc.at', true), '')::timestamptz,
    now()
  ), nullif(current_setting('svc.reason', true), ''),
  'assignment', gone."task_id", gone."project_id", '-', jsonb_build_object(
    'resource_id',
    jsonb_build_array(gone."resource_id", null),
    'units',
    jsonb_build_array(gone."units", null)
  ) from gone
  where exists (select 1 from "tasks" o join projects p on p.id = o.project_id where o.id = gone."task_id");
  return null;
end;
$$ language plpgsql;
create trigger "history_delete" after delete on "task_resources"
  referencing old table as gone for each statement execute function "task_resources_history_delete_fn"();
