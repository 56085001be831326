-- What people are told in the service, what they want to be told, and in which project how.

create table "notifications" (
  "id" uuid not null,
  "account_id" uuid not null,
  "event_type" text not null,
  "category" text not null,
  "subject" text not null,
  "body" text not null default '',
  "project_id" uuid null,
  "task_id" uuid null,
  "mention_id" uuid null,
  "is_read" boolean not null default false,
  "read_at" timestamptz null,
  "is_archived" boolean not null default false,
  "snoozed_until" timestamptz null,
  "created_at" timestamptz not null,
  primary key ("id")
);
create index "notifications_of_account" on "notifications" ("account_id", "created_at" desc, "id");
create index "notifications_project_id_index" on "notifications" ("project_id");
create index "notifications_task_id_index" on "notifications" ("task_id");
create index "notifications_mention_id_index" on "notifications" ("mention_id");
create index "notifications_over" on "notifications" ("read_at") where is_read and is_archived;
alter table "notifications" add constraint "notifications_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade;
alter table "notifications" add constraint "notifications_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "notifications" add constraint "notifications_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete set null;
alter table "notifications" add constraint "notifications_mention_id_foreign"
  foreign key ("mention_id") references "comment_mentions" ("id") on delete set null;

create table "notification_preferences" (
  "id" uuid not null,
  "account_id" uuid not null,
  "event_type" text not null,
  "channel" text not null,
  "enabled" boolean not null,
  "updated_at" timestamptz not null,
  primary key ("id")
);
alter table "notification_preferences" add constraint "notification_preferences_once"
  unique ("account_id", "event_type", "channel");
alter table "notification_preferences" add constraint "notification_preferences_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade;

create table "notification_settings" (
  "account_id" uuid not null,
  "dnd_enabled" boolean not null default false,
  "digest_weekday" smallint not null default 6,
  "digest_hour" smallint not null default 17,
  "digest_timezone" text not null default '',
  "updated_at" timestamptz not null,
  primary key ("account_id")
);
alter table "notification_settings" add constraint "notification_settings_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade;

create table "project_notification_documents" (
  "project_id" uuid not null,
  "account_id" uuid not null,
  "matrix" jsonb not null,
  "paused" boolean not null default false,
  "quiet_hours_enabled" boolean not null default true,
  "quiet_hours_from" varchar(5) not null default '20:00',
  "quiet_hours_until" varchar(5) not null default '07:00',
  "updated_at" timestamptz not null,
  primary key ("project_id", "account_id")
);
create index "project_notification_documents_of_account" on "project_notification_documents" ("account_id");
alter table "project_notification_documents" add constraint "project_notification_documents_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "project_notification_documents" add constraint "project_notification_documents_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade;
