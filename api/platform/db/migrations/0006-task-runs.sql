create table "task_runs" (
  "id" uuid not null,
  "task_name" text not null,
  "project_id" uuid not null,
  "initiated_by_id" uuid null,
  "options" jsonb not null,
  "status" text not null default 'pending',
  "progress_pct" int null,
  "progress_msg" text not null default '',
  "result_summary" jsonb null,
  "error_detail" text not null default '',
  "is_cancel_asked" boolean not null default false,
  "created_at" timestamptz not null default now(),
  "started_at" timestamptz null,
  "completed_at" timestamptz null,
  primary key ("id")
);
create index "task_runs_project_id_created_at_index" on "task_runs" ("project_id", "created_at");
create unique index "task_runs_open" on "task_runs" ("project_id", "task_name")
  where "status" in ('pending', 'running');
