create table "custom_fields" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "sync_seq" bigint not null default '0',
  "project_id" uuid not null,
  "name" varchar(64) not null,
  "folded_name" text not null,
  "field_type" text not null,
  "required" boolean not null default false,
  "options" jsonb null,
  "order" smallint not null default 0,
  "show_on_card" boolean not null default false,
  "is_deleted" boolean not null default false,
  "deleted_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  primary key ("id")
);
create unique index "custom_fields_live_name" on "custom_fields" ("project_id", "folded_name") where not "is_deleted";
create index "custom_fields_sync" on "custom_fields" ("project_id", "sync_seq");

create table "task_field_values" (
  "task_id" uuid not null,
  "field_id" uuid not null,
  "value" jsonb not null,
  primary key ("task_id", "field_id")
);
create index "task_field_values_field" on "task_field_values" ("field_id");
alter table "custom_fields" add constraint "custom_fields_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "custom_fields" add constraint "custom_fields_type"
  check ("field_type" in ('TEXT', 'NUMBER', 'DATE', 'SINGLE_SELECT', 'MULTI_SELECT', 'USER', 'BOOLEAN'));
alter table "custom_fields" add constraint "custom_fields_options"
  check (("options" is not null) = ("field_type" like '%_SELECT'));
alter table "task_field_values" add constraint "task_field_values_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on update no action on delete cascade;
alter table "task_field_values" add constraint "task_field_values_field_id_foreign"
  foreign key ("field_id") references "custom_fields" ("id") on update no action on delete cascade;
