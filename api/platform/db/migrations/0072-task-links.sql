create table "task_links" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "sync_seq" bigint not null default '0',
  "project_id" uuid not null,
  "task_id" uuid not null,
  "url" varchar(2048) not null,
  "provider" text not null default 'generic',
  "custom_title" varchar(512) not null default '',
  "labels" text[] not null,
  "display_order" int not null default 0,
  "title" varchar(512) not null default '',
  "status" text not null default 'unknown',
  "description" varchar(1024) not null default '',
  "thumbnail_url" varchar(2048) not null default '',
  "preview_type" text not null default '',
  "fetched_at" timestamptz null,
  "created_by_id" uuid null,
  "is_deleted" boolean not null default false,
  "deleted_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create index "task_links_of_task" on "task_links" ("task_id", "display_order", "id");
create index "task_links_sync" on "task_links" ("project_id", "sync_seq");
alter table "task_links" add constraint "task_links_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "task_links" add constraint "task_links_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade;
alter table "task_links" add constraint "task_links_created_by_id_foreign"
  foreign key ("created_by_id") references "accounts" ("id") on delete set null;
