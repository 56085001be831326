-- Time that people spend on tasks. Whose timer runs is the key of its row, so that nobody has two.
create table "running_timers" (
  "account_id" uuid not null,
  "id" uuid not null,
  "project_id" uuid not null,
  "task_id" uuid not null,
  "started_at" timestamptz not null,
  "note" varchar(500) not null default '',
  primary key ("account_id")
);
create index "running_timers_project" on "running_timers" ("project_id");
create index "running_timers_task" on "running_timers" ("task_id");

create table "time_entries" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "sync_seq" bigint not null default '0',
  "project_id" uuid not null,
  "task_id" uuid not null,
  "account_id" uuid not null,
  "minutes" smallint not null,
  "entry_date" date not null,
  "note" varchar(500) not null default '',
  "source" text not null default 'manual',
  "is_deleted" boolean not null default false,
  "deleted_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create index "time_entries_of_account" on "time_entries" ("account_id", "entry_date");
create index "time_entries_of_task" on "time_entries" ("task_id", "account_id");
create index "time_entries_sync" on "time_entries" ("project_id", "sync_seq");

create table "timesheets" (
  "account_id" uuid not null,
  "week_start" date not null,
  "submitted_at" timestamptz not null,
  primary key ("account_id", "week_start")
);
alter table "running_timers" add constraint "running_timers_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade;
alter table "running_timers" add constraint "running_timers_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "running_timers" add constraint "running_timers_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade;
alter table "time_entries" add constraint "time_entries_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "time_entries" add constraint "time_entries_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade;
alter table "time_entries" add constraint "time_entries_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade;
alter table "time_entries" add constraint "time_entries_minutes" check ("minutes" between 1 and 1440);
alter table "time_entries" add constraint "time_entries_source" check ("source" in ('manual', 'timer'));
alter table "timesheets" add constraint "timesheets_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade;
alter table "timesheets" add constraint "timesheets_week_start" check (extract(isodow from "week_start") = 1);
