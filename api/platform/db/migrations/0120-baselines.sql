create table "baselines" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "sync_seq" bigint not null default '0',
  "project_id" uuid not null,
  "name" varchar(255) not null,
  "folded_name" text not null,
  "is_active" boolean not null default false,
  "has_cpm_dates" boolean not null default false,
  "task_count" int not null default 0,
  "created_by_id" uuid null,
  "is_deleted" boolean not null default false,
  "deleted_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create unique index "baselines_live_name" on "baselines" ("project_id", "folded_name") where not "is_deleted";
create unique index "baselines_active" on "baselines" ("project_id") where "is_active";
create index "baselines_created_by" on "baselines" ("created_by_id") where "created_by_id" is not null;
create index "baselines_sync" on "baselines" ("project_id", "sync_seq");

create table "baseline_tasks" (
  "baseline_id" uuid not null,
  "task_id" uuid not null,
  "task_name" varchar(512) not null,
  "start" date null,
  "finish" date null,
  "duration" int not null,
  "total_float" int null,
  "actual_start" date null,
  "actual_finish" date null,
  "story_points" smallint null,
  primary key ("baseline_id", "task_id")
);
create index "baseline_tasks_task" on "baseline_tasks" ("task_id");
alter table "baselines" add constraint "baselines_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "baselines" add constraint "baselines_created_by_id_foreign"
  foreign key ("created_by_id") references "accounts" ("id") on delete set null;
alter table "baselines" add constraint "baselines_active_is_live" check (not (is_active and is_deleted));
alter table "baseline_tasks" add constraint "baseline_tasks_baseline_id_foreign"
  foreign key ("baseline_id") references "baselines" ("id") on delete cascade;
