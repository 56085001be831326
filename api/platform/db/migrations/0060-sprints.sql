create table "sprints" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "sync_seq" bigint not null default '0',
  "project_id" uuid not null,
  "number" int not null,
  "name" varchar(255) not null,
  "goal" text not null default '',
  "notes" text not null default '',
  "start_date" date not null,
  "finish_date" date not null,
  "state" text not null default 'PLANNED',
  "target_milestone_id" uuid null,
  "milestone_bound_by_id" uuid null,
  "milestone_bound_at" timestamptz null,
  "binding_committed_snapshot" int null,
  "capacity_points" int null,
  "wip_limit" int null,
  "goal_outcome" text null,
  "exclude_from_velocity" boolean not null default false,
  "committed_points" int null,
  "committed_task_count" int null,
  "completed_points" int null,
  "completed_task_count" int null,
  "activated_at" timestamptz null,
  "closed_at" timestamptz null,
  "created_by_id" uuid null,
  "is_deleted" boolean not null default false,
  "deleted_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  primary key ("id")
);
create index "sprints_live" on "sprints" ("project_id", "start_date", "name", "id") where not "is_deleted";
create unique index "sprints_one_active" on "sprints" ("project_id") where "state" = 'ACTIVE' and not "is_deleted";
create index "sprints_sync" on "sprints" ("project_id", "sync_seq");
create index "sprints_milestone" on "sprints" ("target_milestone_id") where "target_milestone_id" is not null;
alter table "sprints" add constraint "sprints_number_unique" unique ("project_id", "number");

create table "sprint_members" (
  "task_id" uuid not null,
  "sprint_id" uuid not null,
  primary key ("task_id")
);
create index "sprint_members_sprint" on "sprint_members" ("sprint_id");
alter table "sprints" add constraint "sprints_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "sprints" add constraint "sprints_target_milestone_id_foreign"
  foreign key ("target_milestone_id") references "tasks" ("id") on delete set null;
alter table "sprints" add constraint "sprints_milestone_bound_by_id_foreign"
  foreign key ("milestone_bound_by_id") references "accounts" ("id") on delete set null;
alter table "sprints" add constraint "sprints_created_by_id_foreign"
  foreign key ("created_by_id") references "accounts" ("id") on delete set null;
alter table "sprints" add constraint "sprints_dates_in_order" check (finish_date > start_date);
alter table "sprints" add constraint "sprints_state_known"
  check (state in ('PLANNED', 'ACTIVE', 'COMPLETED', 'CANCELLED'));
alter table "sprint_members" add constraint "sprint_members_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade;
alter table "sprint_members" add constraint "sprint_members_sprint_id_foreign"
  foreign key ("sprint_id") references "sprints" ("id") on delete cascade;
