create table "sprint_burn_snapshots" (
  "sprint_id" uuid not null,
  "snapshot_date" date not null,
  "remaining_points" int not null,
  "remaining_task_count" int not null,
  "completed_points" int not null,
  "completed_task_count" int not null,
  "scope_change_points" int not null,
  "scope_change_task_count" int not null,
  primary key ("sprint_id", "snapshot_date")
);

create table "sprint_scope_changes" (
  "id" uuid not null,
  "sprint_id" uuid not null,
  "task_id" uuid not null,
  "item_name" varchar(512) not null,
  "is_subtask" boolean not null default false,
  "status" text not null default 'pending',
  "goal_impact" boolean not null default false,
  "added_by_id" uuid null,
  "added_at" timestamptz not null,
  "decided_by_id" uuid null,
  "decided_at" timestamptz null,
  primary key ("id")
);
create index "sprint_scope_changes_newest" on "sprint_scope_changes" ("sprint_id", "added_at" desc, "id");
create index "sprint_scope_changes_task" on "sprint_scope_changes" ("task_id");
alter table "sprint_burn_snapshots" add constraint "sprint_burn_snapshots_sprint_id_foreign"
  foreign key ("sprint_id") references "sprints" ("id") on delete cascade;
alter table "sprint_scope_changes" add constraint "sprint_scope_changes_sprint_id_foreign"
  foreign key ("sprint_id") references "sprints" ("id") on delete cascade;
alter table "sprint_scope_changes" add constraint "sprint_scope_changes_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade;
alter table "sprint_scope_changes" add constraint "sprint_scope_changes_added_by_id_foreign"
  foreign key ("added_by_id") references "accounts" ("id") on delete set null;
alter table "sprint_scope_changes" add constraint "sprint_scope_changes_decided_by_id_foreign"
  foreign key ("decided_by_id") references "accounts" ("id") on delete set null;
alter table "sprint_scope_changes" add constraint "sprint_scope_changes_status_known"
  check (status in ('pending', 'accepted', 'rejected'));
