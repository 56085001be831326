-- Projects, programs and the workspace packed into files in the background; at most one at a time of each.
create table "export_jobs" (
  "id" uuid not null,
  "project_id" uuid null,
  "program_id" uuid null,
  "requested_by_id" uuid not null,
  "status" text not null default 'pending',
  "file_size" bigint null,
  "error_detail" text not null default '',
  "expires_at" timestamptz not null,
  "created_at" timestamptz not null default now(),
  "started_at" timestamptz null,
  "completed_at" timestamptz null,
  primary key ("id")
);
create unique index "export_jobs_open" on "export_jobs" (coalesce("project_id", "program_id", '00000000-0000-0000-0000-000000000000'))
  where "status" in ('pending', 'running');
create index "export_jobs_over" on "export_jobs" ("expires_at");
create index "export_jobs_project_id_index" on "export_jobs" ("project_id") where "project_id" is not null;
create index "export_jobs_program_id_index" on "export_jobs" ("program_id") where "program_id" is not null;
alter table "export_jobs" add constraint "export_jobs_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "export_jobs" add constraint "export_jobs_program_id_foreign"
  foreign key ("program_id") references "programs" ("id") on delete cascade;
alter table "export_jobs" add constraint "export_jobs_requested_by_id_foreign"
  foreign key ("requested_by_id") references "accounts" ("id") on delete cascade;
alter table "export_jobs" add constraint "export_jobs_status"
  check (status in ('pending', 'running', 'success', 'failed'));
alter table "export_jobs" add constraint "export_jobs_place" check (num_nonnulls(project_id, program_id) <= 1);
