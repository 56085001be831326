-- Titles of backlog items are found by likeness. The extension comes with every PostgreSQL and is a trusted one: whoever may
-- make tables in the database may make it.

create extension if not exists pg_trgm;

create table "backlog_items" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "program_id" uuid not null,
  "title" varchar(512) not null,
  "description" text not null default '',
  "item_type" text not null default 'task',
  "status" text not null default 'proposed',
  "tags" text[] not null default '{}',
  "priority_rank" int null,
  "story_points" smallint null,
  "pulled_task_id" uuid null,
  "pulled_at" timestamptz null,
  "pulled_by_id" uuid null,
  "created_by_id" uuid null,
  "is_deleted" boolean not null default false,
  "deleted_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  primary key ("id")
);
create index "backlog_items_live" on "backlog_items" ("program_id", "priority_rank", "created_at")
  where not "is_deleted";
create index "backlog_items_program_id_index" on "backlog_items" ("program_id");
create index "backlog_items_pulled_task_id_index" on "backlog_items" ("pulled_task_id")
  where "pulled_task_id" is not null;
alter table "backlog_items" add constraint "backlog_items_program_id_foreign"
  foreign key ("program_id") references "programs" ("id") on delete cascade;
alter table "backlog_items" add constraint "backlog_items_pulled_task_id_foreign"
  foreign key ("pulled_task_id") references "tasks" ("id") on delete set null;
alter table "backlog_items" add constraint "backlog_items_pulled_by_id_foreign"
  foreign key ("pulled_by_id") references "accounts" ("id") on delete set null;
alter table "backlog_items" add constraint "backlog_items_created_by_id_foreign"
  foreign key ("created_by_id") references "accounts" ("id") on delete set null;
alter table "backlog_items" add constraint "backlog_items_status_known"
  check (status in ('proposed', 'pulled', 'archived'));
alter table "backlog_items" add constraint "backlog_items_type_known"
  check (item_type in ('epic', 'feature', 'story', 'task', 'bug', 'spike', 'chore'));
