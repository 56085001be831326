-- Names are unique among the live groups of a place; the plain indexes serve the foreign keys.
create table "mention_groups" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "project_id" uuid null,
  "program_id" uuid null,
  "name" varchar(32) not null,
  "folded_name" varchar(32) not null,
  "description" varchar(140) not null default '',
  "email_default_on" boolean not null default false,
  "is_deleted" boolean not null default false,
  "deleted_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create index "mention_groups_of_project" on "mention_groups" ("project_id");
create index "mention_groups_of_program" on "mention_groups" ("program_id");
create unique index "mention_groups_name_in_project" on "mention_groups" ("project_id", "folded_name")
  where "project_id" is not null and not "is_deleted";
create unique index "mention_groups_name_in_program" on "mention_groups" ("program_id", "folded_name")
  where "program_id" is not null and not "is_deleted";

create table "mention_group_members" (
  "group_id" uuid not null,
  "account_id" uuid not null,
  "created_at" timestamptz not null default now(),
  primary key ("group_id", "account_id")
);
create index "mention_group_members_account" on "mention_group_members" ("account_id");

create table "mention_group_mutes" (
  "group_id" uuid not null,
  "account_id" uuid not null,
  "created_at" timestamptz not null default now(),
  primary key ("group_id", "account_id")
);
create index "mention_group_mutes_account" on "mention_group_mutes" ("account_id");
alter table "mention_groups" add constraint "mention_groups_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "mention_groups" add constraint "mention_groups_program_id_foreign"
  foreign key ("program_id") references "programs" ("id") on delete cascade;
alter table "mention_groups" add constraint "mention_groups_place" check (num_nonnulls(project_id, program_id) = 1);
alter table "mention_group_members" add constraint "mention_group_members_group_id_foreign"
  foreign key ("group_id") references "mention_groups" ("id") on delete cascade;
alter table "mention_group_members" add constraint "mention_group_members_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade;
alter table "mention_group_mutes" add constraint "mention_group_mutes_group_id_foreign"
  foreign key ("group_id") references "mention_groups" ("id") on delete cascade;
alter table "mention_group_mutes" add constraint "mention_group_mutes_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade;
