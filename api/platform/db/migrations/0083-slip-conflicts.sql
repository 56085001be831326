create table "slip_conflicts" (
  "id" uuid not null,
  "project_id" uuid not null,
  "sprint_id" uuid not null,
  "task_id" uuid not null,
  "dependency_id" uuid null,
  "pushed_to" date not null,
  "detected_at" timestamptz not null,
  "re_slip_count" int not null default 0,
  "resolution" text not null default 'unresolved',
  "resolved_at" timestamptz null,
  "acknowledged_by_id" uuid null,
  "acknowledged_at" timestamptz null,
  primary key ("id")
);
create index "slip_conflicts_list" on "slip_conflicts" ("project_id", "detected_at");
create index "slip_conflicts_task" on "slip_conflicts" ("task_id");
create index "slip_conflicts_dependency" on "slip_conflicts" ("dependency_id") where "dependency_id" is not null;
create index "slip_conflicts_acknowledged_by" on "slip_conflicts" ("acknowledged_by_id")
  where "acknowledged_by_id" is not null;
alter table "slip_conflicts" add constraint "slip_conflicts_one_each" unique ("sprint_id", "task_id");
alter table "slip_conflicts" add constraint "slip_conflicts_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "slip_conflicts" add constraint "slip_conflicts_sprint_id_foreign"
  foreign key ("sprint_id") references "sprints" ("id") on delete cascade;
alter table "slip_conflicts" add constraint "slip_conflicts_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade;
alter table "slip_conflicts" add constraint "slip_conflicts_dependency_id_foreign"
  foreign key ("dependency_id") references "dependencies" ("id") on delete set null;
alter table "slip_conflicts" add constraint "slip_conflicts_acknowledged_by_id_foreign"
  foreign key ("acknowledged_by_id") references "accounts" ("id") on delete set null;
