create table "retros" (
  "id" uuid not null,
  "sprint_id" uuid not null,
  "notes" text not null default '',
  "team_visibility" text not null default 'team_only',
  "created_by_id" uuid null,
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  primary key ("id")
);
alter table "retros" add constraint "retros_sprint" unique ("sprint_id");

create table "retro_actions" (
  "id" uuid not null,
  "retro_id" uuid not null,
  "position" int not null default 0,
  "text" text not null,
  "assignee_id" uuid null,
  "story_points" smallint null,
  "promoted_task_id" uuid null,
  "created_by_id" uuid null,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create index "retro_actions_retro" on "retro_actions" ("retro_id", "position");
create index "retro_actions_promoted_task_id_index" on "retro_actions" ("promoted_task_id")
  where "promoted_task_id" is not null;

create table "retro_items" (
  "id" uuid not null,
  "retro_id" uuid not null,
  "column_key" text not null default 'went_well',
  "text" varchar(2000) not null,
  "color" varchar(16) not null default '',
  "position" double precision not null default 0,
  "author_id" uuid null,
  "converted_action_id" uuid null,
  "is_deleted" boolean not null default false,
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  primary key ("id")
);
create index "retro_items_board" on "retro_items" ("retro_id", "column_key", "position") where not "is_deleted";
create index "retro_items_retro_id_index" on "retro_items" ("retro_id");
create index "retro_items_converted_action_id_index" on "retro_items" ("converted_action_id")
  where "converted_action_id" is not null;

create table "sprint_pulses" (
  "sprint_id" uuid not null,
  "account_id" uuid not null,
  "mood" smallint not null,
  "energy" smallint not null,
  "confidence" smallint null,
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  primary key ("sprint_id", "account_id")
);
create index "sprint_pulses_account" on "sprint_pulses" ("account_id");
alter table "retros" add constraint "retros_sprint_id_foreign"
  foreign key ("sprint_id") references "sprints" ("id") on delete cascade;
alter table "retros" add constraint "retros_created_by_id_foreign"
  foreign key ("created_by_id") references "accounts" ("id") on delete set null;
alter table "retros" add constraint "retros_visibility_known" check (team_visibility in ('team_only', 'project', 'org'));
alter table "retro_actions" add constraint "retro_actions_retro_id_foreign"
  foreign key ("retro_id") references "retros" ("id") on delete cascade;
alter table "retro_actions" add constraint "retro_actions_assignee_id_foreign"
  foreign key ("assignee_id") references "accounts" ("id") on delete set null;
alter table "retro_actions" add constraint "retro_actions_promoted_task_id_foreign"
  foreign key ("promoted_task_id") references "tasks" ("id") on delete set null;
alter table "retro_actions" add constraint "retro_actions_created_by_id_foreign"
  foreign key ("created_by_id") references "accounts" ("id") on delete set null;
alter table "retro_items" add constraint "retro_items_retro_id_foreign"
  foreign key ("retro_id") references "retros" ("id") on delete cascade;
alter table "retro_items" add constraint "retro_items_author_id_foreign"
  foreign key ("author_id") references "accounts" ("id") on delete set null;
alter table "retro_items" add constraint "retro_items_converted_action_id_foreign"
  foreign key ("converted_action_id") references "retro_actions" ("id") on delete set null;
alter table "retro_items" add constraint "retro_items_column_known"
  check (column_key in ('went_well', 'to_improve', 'ideas'));
alter table "sprint_pulses" add constraint "sprint_pulses_sprint_id_foreign"
  foreign key ("sprint_id") references "sprints" ("id") on delete cascade;
alter table "sprint_pulses" add constraint "sprint_pulses_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade;
alter table "sprint_pulses" add constraint "sprint_pulses_in_range"
  check (mood between 1 and 5 and energy between 1 and 5 and confidence between 1 and 5);
