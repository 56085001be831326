-- Meetings that a program holds again and again; a name once a program, whatever its case.
create table "ceremonies" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "program_id" uuid not null,
  "name" varchar(120) not null,
  "cadence_type" varchar(12) not null,
  "cadence_day" varchar(32) not null default '',
  "cadence_time" varchar(8) null,
  "duration_minutes" int not null default 60,
  "owner_role" varchar(64) not null default '',
  "enabled" boolean not null default true,
  "created_by_id" uuid null,
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  primary key ("id")
);
create unique index "ceremonies_name" on "ceremonies" ("program_id", lower("name"));
create index "ceremonies_program" on "ceremonies" ("program_id");
create index "ceremonies_created_by" on "ceremonies" ("created_by_id") where "created_by_id" is not null;
alter table "ceremonies" add constraint "ceremonies_program_id_foreign"
  foreign key ("program_id") references "programs" ("id") on delete cascade;
alter table "ceremonies" add constraint "ceremonies_created_by_id_foreign"
  foreign key ("created_by_id") references "accounts" ("id") on delete set null;
