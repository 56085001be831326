create table "recurrence_occurrences" (
  "rule_id" uuid not null,
  "day" date not null,
  "made_task_id" uuid null,
  primary key ("rule_id", "day")
);
create index "recurrence_occurrences_made" on "recurrence_occurrences" ("made_task_id") where "made_task_id" is not null;

create table "recurrence_rules" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "sync_seq" bigint not null default '0',
  "project_id" uuid not null,
  "task_id" uuid not null,
  "frequency" text not null default 'DAILY',
  "interval" smallint not null default 1,
  "weekdays" smallint not null default 0,
  "day_of_month" smallint null,
  "time_of_day" text not null default '09:00:00',
  "timezone" varchar(64) not null default 'UTC',
  "end_type" text not null default 'NEVER',
  "end_date" date null,
  "end_count" int null,
  "inherit_assignee" boolean not null default true,
  "inherit_subtasks" boolean not null default false,
  "inherit_attachments" boolean not null default false,
  "inherit_morning_notification" boolean not null default false,
  "made_on" date not null,
  "generated_through" date null,
  "occurrence_count" int not null default 0,
  "is_deleted" boolean not null default false,
  "deleted_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create unique index "recurrence_rules_one_each" on "recurrence_rules" ("task_id") where not "is_deleted";
create index "recurrence_rules_task" on "recurrence_rules" ("task_id");
create index "recurrence_rules_sync" on "recurrence_rules" ("project_id", "sync_seq");
alter table "recurrence_occurrences" add constraint "recurrence_occurrences_rule_id_foreign"
  foreign key ("rule_id") references "recurrence_rules" ("id") on delete cascade;
alter table "recurrence_occurrences" add constraint "recurrence_occurrences_made_task_id_foreign"
  foreign key ("made_task_id") references "tasks" ("id") on delete set null;
alter table "recurrence_rules" add constraint "recurrence_rules_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "recurrence_rules" add constraint "recurrence_rules_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade;
alter table "recurrence_rules" add constraint "recurrence_rules_interval" check ("interval" >= 1 and "interval" <= 365);
