create table "task_attachments" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "sync_seq" bigint not null default '0',
  "project_id" uuid not null,
  "task_id" uuid not null,
  "storage_key" text null,
  "file_name" varchar(255) not null default '',
  "file_size" bigint null,
  "file_mime" text not null default '',
  "external_url" varchar(2048) not null default '',
  "external_title" varchar(255) not null default '',
  "is_pinned" boolean not null default false,
  "uploaded_by_id" uuid null,
  "is_deleted" boolean not null default false,
  "deleted_at" timestamptz null,
  "deleted_by_id" uuid null,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create index "task_attachments_live" on "task_attachments" ("task_id", "created_at", "id") where not "is_deleted";
create index "task_attachments_sync" on "task_attachments" ("project_id", "sync_seq");
create index "task_attachments_deleted" on "task_attachments" ("deleted_at") where "is_deleted";
alter table "task_attachments" add constraint "task_attachments_storage_key" unique ("storage_key");
alter table "task_attachments" add constraint "task_attachments_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "task_attachments" add constraint "task_attachments_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade;
alter table "task_attachments" add constraint "task_attachments_uploaded_by_id_foreign"
  foreign key ("uploaded_by_id") references "accounts" ("id") on delete set null;
alter table "task_attachments" add constraint "task_attachments_deleted_by_id_foreign"
  foreign key ("deleted_by_id") references "accounts" ("id") on delete set null;
alter table "task_attachments" add constraint "task_attachments_file_or_link"
  check ((storage_key is null) = (external_url <> ''));
alter table "task_attachments" add constraint "task_attachments_file_whole"
  check ((storage_key is null) = (file_size is null));
