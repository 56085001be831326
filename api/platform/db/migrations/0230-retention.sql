-- How long records are kept by the word of an operator, when what is over goes, and how its removals went.

create table "purge_runs" (
  "id" uuid not null,
  "trigger" text not null,
  "status" text not null default 'queued',
  "tables" jsonb not null default '[]',
  "rows_deleted" int not null default 0,
  "bytes_freed" bigint null,
  "error_detail" text not null default '',
  "created_at" timestamptz not null,
  "started_at" timestamptz null,
  "completed_at" timestamptz null,
  primary key ("id")
);
create index "purge_runs_newest" on "purge_runs" ("created_at");
create index "purge_runs_open" on "purge_runs" ("created_at") where "status" in ('queued', 'running');

create table "retention_policies" (
  "key" text not null,
  "value" int not null,
  "enabled" boolean not null,
  primary key ("key")
);

create table "retention_schedule" (
  "id" smallint not null,
  "frequency" text not null,
  "time_of_day_utc" text not null,
  "day_of_week" smallint null,
  "on_failure" text not null,
  primary key ("id")
);
alter table "purge_runs" add constraint "purge_runs_status"
  check (status in ('queued', 'running', 'ok', 'partial', 'failed'));
alter table "retention_policies" add constraint "retention_policies_value" check (value >= 1);
