-- Which tables hold anything about a project's tasks. Reads of tasks and what follows their writes look only there: most
-- projects use few of what a task can carry. A name stays once it is noted; it says "may hold", never "holds".

alter table "project_counters" add "tables_in_use" text[] not null default '{}';

-- The argument tells how a new row names its project: by a column of that name, or by a task.
create function "note_table_in_use"() returns trigger as $$
begin
  execute format(
    'insert into project_counters as c (project_id, tables_in_use)
       select u.project_id, array[%1$L] from (%2$s) u
       where not exists (select from project_counters k where k.project_id = u.project_id and %1$L = any(k.tables_in_use))
       on conflict (project_id) do update set tables_in_use = c.tables_in_use || excluded.tables_in_use
         where not c.tables_in_use @> excluded.tables_in_use',
    tg_table_name,
    case tg_argv[0]
      when 'task_id' then 'select distinct t.project_id from new_rows n join tasks t on t.id = n.task_id'
      else 'select distinct n.project_id from new_rows n'
    end);
  return null;
end
$$ language plpgsql;

do $triggers$
declare
  noted record;
begin
  for noted in
    select * from (values
      ('task_resources', 'task_id'),
      ('task_labels', 'task_id'),
      ('acceptance_criteria', 'task_id'),
      ('task_field_values', 'task_id'),
      ('risk_tasks', 'task_id'),
      ('baseline_tasks', 'task_id'),
      ('task_relation_ends', 'task_id'),
      ('recurrence_rules', 'task_id'),
      ('task_notes', 'task_id'),
      ('comments', 'task_id'),
      ('task_links', 'task_id'),
      ('sprint_scope_changes', 'task_id'),
      ('sprints', 'project_id')) as listed(name, column_name)
  loop
    execute format('create trigger "note_table_in_use" after insert on %I referencing new table as new_rows
      for each statement execute function note_table_in_use(%L)', noted.name, noted.column_name);
    execute format('insert into project_counters as c (project_id, tables_in_use) select u.project_id, array[%1$L] from (%2$s) u
      on conflict (project_id) do update set tables_in_use = c.tables_in_use || excluded.tables_in_use', noted.name,
      case noted.column_name
        when 'task_id' then format('select distinct t.project_id from %I n join tasks t on t.id = n.task_id', noted.name)
        else format('select distinct n.project_id from %I n', noted.name)
      end);
  end loop;
end
$triggers$;
