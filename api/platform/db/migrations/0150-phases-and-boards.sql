-- Few tasks are phases with a colour of their own, so it stands in a table beside them; a column would widen every row.
create table "board_configs" (
  "project_id" uuid not null,
  "columns" jsonb not null,
  "server_version" int not null default 1,
  "updated_at" timestamptz not null default now(),
  primary key ("project_id")
);

create table "board_views" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "sync_seq" bigint not null default '0',
  "project_id" uuid not null,
  "name" varchar(64) not null,
  "folded_name" text not null,
  "config" jsonb not null,
  "created_by_id" uuid null,
  "is_deleted" boolean not null default false,
  "deleted_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  primary key ("id")
);
create unique index "board_views_live_name" on "board_views" ("project_id", "folded_name") where not "is_deleted";
create index "board_views_sync" on "board_views" ("project_id", "sync_seq");

create table "phase_colors" (
  "task_id" uuid not null,
  "color" varchar(7) not null,
  primary key ("task_id")
);

create table "phase_gate_configs" (
  "program_id" uuid not null,
  "server_version" int not null default 1,
  "enabled" boolean not null default false,
  "invite_template" text not null default '',
  "updated_at" timestamptz not null default now(),
  primary key ("program_id")
);
alter table "board_configs" add constraint "board_configs_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "board_views" add constraint "board_views_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "board_views" add constraint "board_views_created_by_id_foreign"
  foreign key ("created_by_id") references "accounts" ("id") on delete set null;
alter table "phase_colors" add constraint "phase_colors_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade;
alter table "phase_gate_configs" add constraint "phase_gate_configs_program_id_foreign"
  foreign key ("program_id") references "programs" ("id") on delete cascade;
