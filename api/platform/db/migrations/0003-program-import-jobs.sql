create table "program_import_jobs" (
  "id" uuid not null,
  "program_id" uuid not null,
  "requested_by_id" uuid not null,
  "status" text not null default 'pending',
  "filename" varchar(255) not null,
  "replace" boolean not null default false,
  "replaced_program_id" uuid null,
  "slug" text not null,
  "content" bytea null,
  "has_controls" boolean not null default false,
  "import_day" date not null,
  "result_summary" jsonb null,
  "error_detail" text not null default '',
  "expires_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  "started_at" timestamptz null,
  "completed_at" timestamptz null,
  primary key ("id")
);
create index "program_import_jobs_program_id_index" on "program_import_jobs" ("program_id");
create index "program_import_jobs_open" on "program_import_jobs" ("requested_by_id")
  where "status" in ('pending', 'running');
