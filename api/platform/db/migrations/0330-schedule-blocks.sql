-- Computed dates stand in blocks of 128 tasks instead of a row a task: a pass that moves most dates of a plan writes a
-- hundredth of the rows. A place in the arrays is the number that the task has in its project, counted from the first
-- number of the block; where `is_critical` is null, or the array does not reach, the task has no dates. Rows are narrow
-- enough to stand in their page uncompressed, so that a subscript reads one value, and half of each page is left for
-- the next version.

create table "schedule_blocks" (
  "project_id" uuid not null,
  "block" int not null,
  "early_start" date[] not null default '{}',
  "early_finish" date[] not null default '{}',
  "late_start" date[] not null default '{}',
  "late_finish" date[] not null default '{}',
  "scheduled_start" date[] not null default '{}',
  "total_float" int[] not null default '{}',
  "free_float" int[] not null default '{}',
  "is_critical" boolean[] not null default '{}',
  primary key ("project_id", "block")
) with (fillfactor = 50);
alter table "schedule_blocks"
  alter "early_start" set storage plain, alter "early_finish" set storage plain,
  alter "late_start" set storage plain, alter "late_finish" set storage plain,
  alter "scheduled_start" set storage plain, alter "total_float" set storage plain,
  alter "free_float" set storage plain, alter "is_critical" set storage plain;
alter table "schedule_blocks" add constraint "schedule_blocks_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;

insert into schedule_blocks (project_id, block)
select distinct t.project_id, t.number >> 7 from task_schedules s join tasks t on t.id = s.task_id;

update schedule_blocks b set
  early_start[f:l] = v.early_start, early_finish[f:l] = v.early_finish, late_start[f:l] = v.late_start,
  late_finish[f:l] = v.late_finish, scheduled_start[f:l] = v.scheduled_start, total_float[f:l] = v.total_float,
  free_float[f:l] = v.free_float, is_critical[f:l] = v.is_critical
from (
  select n.project_id, n.block, n.block << 7 as f, (n.block << 7) + 127 as l,
    array_agg(coalesce(s.early_start, '2000-01-01') order by n.number) as early_start,
    array_agg(coalesce(s.early_finish, '2000-01-01') order by n.number) as early_finish,
    array_agg(coalesce(s.late_start, '2000-01-01') order by n.number) as late_start,
    array_agg(coalesce(s.late_finish, '2000-01-01') order by n.number) as late_finish,
    array_agg(coalesce(s.scheduled_start, '2000-01-01') order by n.number) as scheduled_start,
    array_agg(coalesce(s.total_float, 0) order by n.number) as total_float,
    array_agg(coalesce(s.free_float, 0) order by n.number) as free_float,
    array_agg(s.is_critical order by n.number) as is_critical
  from (select project_id, block, (block << 7) + place as number
        from schedule_blocks cross join generate_series(0, 127) as place) n
  left join tasks t on t.project_id = n.project_id and t.number = n.number
  left join task_schedules s on s.task_id = t.id
  group by n.project_id, n.block) v
where v.project_id = b.project_id and v.block = b.block;

drop table "task_schedules";
