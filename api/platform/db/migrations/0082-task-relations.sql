create table "task_relations" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "sync_seq" bigint not null default '0',
  "project_id" uuid not null,
  "source_id" uuid not null,
  "target_id" uuid not null,
  "relation_type" text not null default 'relates_to',
  "note" varchar(280) not null default '',
  "created_by_id" uuid null,
  "is_deleted" boolean not null default false,
  "deleted_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create unique index "task_relations_live" on "task_relations" ("source_id", "target_id", "relation_type")
  where not "is_deleted";
create index "task_relations_target" on "task_relations" ("target_id");
create index "task_relations_source" on "task_relations" ("source_id");
create index "task_relations_created_by" on "task_relations" ("created_by_id") where "created_by_id" is not null;
create index "task_relations_sync" on "task_relations" ("project_id", "sync_seq");

create table "task_relation_ends" (
  "task_id" uuid not null,
  "relation_id" uuid not null,
  primary key ("task_id", "relation_id")
);
create index "task_relation_ends_relation" on "task_relation_ends" ("relation_id");
alter table "task_relations" add constraint "task_relations_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "task_relations" add constraint "task_relations_source_id_foreign"
  foreign key ("source_id") references "tasks" ("id") on delete cascade;
alter table "task_relations" add constraint "task_relations_target_id_foreign"
  foreign key ("target_id") references "tasks" ("id") on delete cascade;
alter table "task_relations" add constraint "task_relations_created_by_id_foreign"
  foreign key ("created_by_id") references "accounts" ("id") on delete set null;
alter table "task_relations" add constraint "task_relations_type"
  check (relation_type in ('relates_to', 'blocks', 'duplicates'));
alter table "task_relations" add constraint "task_relations_two_tasks" check (source_id <> target_id);
alter table "task_relation_ends" add constraint "task_relation_ends_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade;
alter table "task_relation_ends" add constraint "task_relation_ends_relation_id_foreign"
  foreign key ("relation_id") references "task_relations" ("id") on delete cascade;
