-- That somebody should take a task on: proposed by one person, decided by the one who is meant.
create table "task_suggestions" (
  "id" uuid not null,
  "project_id" uuid not null,
  "task_id" uuid not null,
  "suggested_account_id" uuid not null,
  "suggested_by_id" uuid null,
  "state" varchar(8) not null default 'pending',
  "created_at" timestamptz not null default now(),
  "decided_at" timestamptz null,
  primary key ("id")
);
create index "task_suggestions_task" on "task_suggestions" ("task_id");
create index "task_suggestions_project" on "task_suggestions" ("project_id");
create index "task_suggestions_suggested" on "task_suggestions" ("suggested_account_id");
create index "task_suggestions_suggested_by" on "task_suggestions" ("suggested_by_id") where "suggested_by_id" is not null;
alter table "task_suggestions" add constraint "task_suggestions_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "task_suggestions" add constraint "task_suggestions_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade;
alter table "task_suggestions" add constraint "task_suggestions_suggested_account_id_foreign"
  foreign key ("suggested_account_id") references "accounts" ("id") on delete cascade;
alter table "task_suggestions" add constraint "task_suggestions_suggested_by_id_foreign"
  foreign key ("suggested_by_id") references "accounts" ("id") on delete set null;
