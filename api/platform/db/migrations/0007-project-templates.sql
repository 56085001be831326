create table "project_templates" (
  "id" uuid not null,
  "name" varchar(200) not null,
  "version" int not null default 1,
  "description" varchar(2000) not null default '',
  "source_kind" text not null default 'workspace',
  "methodology" text not null,
  "structure" jsonb not null,
  "counts" jsonb not null,
  "program_id" uuid null,
  "source_project_id" uuid null,
  "supersedes_id" uuid null,
  "published_by_id" uuid null,
  "published_at" timestamptz not null default now(),
  primary key ("id")
);
create index "project_templates_program_id_index" on "project_templates" ("program_id");
create index "project_templates_supersedes_id_index" on "project_templates" ("supersedes_id");
create unique index "project_templates_name" on "project_templates" ("name", "version");

create table "template_applications" (
  "id" uuid not null,
  "template_id" uuid not null,
  "project_id" uuid not null,
  "applied_by_id" uuid null,
  "status" text not null default 'pending',
  "result_summary" jsonb null,
  "error_detail" text not null default '',
  "created_task_ids" jsonb not null,
  "created_at" timestamptz not null default now(),
  "started_at" timestamptz null,
  "completed_at" timestamptz null,
  "undone_at" timestamptz null,
  primary key ("id")
);
create index "template_applications_project_id_created_at_index" on "template_applications" ("project_id", "created_at");
create index "template_applications_template_id_index" on "template_applications" ("template_id");
create index "template_applications_open" on "template_applications" ("id") where "status" in ('pending', 'running');
