-- Jobs that were given up after their last attempt, for the operator: what failed, why, how often, and what became of it.

create table "failed_tasks" (
  "id" uuid not null,
  "job_id" bigint not null,
  "task_name" text not null,
  "payload" jsonb not null,
  "project_id" uuid null,
  "exception_type" text not null default '',
  "exception_message" text not null default '',
  "traceback" text not null default '',
  "failure_count" int not null default 1,
  "first_failed_at" timestamptz not null,
  "last_failed_at" timestamptz not null,
  "status" text not null default 'dead',
  "resolution_note" text not null default '',
  "resolved_by_id" uuid null,
  "resolved_at" timestamptz null,
  primary key ("id")
);
alter table "failed_tasks" add constraint "failed_tasks_job" unique ("job_id");
create index "failed_tasks_newest" on "failed_tasks" ("last_failed_at" desc, "id");
create index "failed_tasks_open" on "failed_tasks" ("last_failed_at") where status in ('dead', 'pending_retry');
alter table "failed_tasks" add constraint "failed_tasks_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete set null;
create index "failed_tasks_project_id_index" on "failed_tasks" ("project_id");
alter table "failed_tasks" add constraint "failed_tasks_resolved_by_id_foreign"
  foreign key ("resolved_by_id") references "accounts" ("id") on delete set null;
