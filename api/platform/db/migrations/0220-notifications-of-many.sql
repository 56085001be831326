-- A notification may speak of several tasks, and mail of it waits for the end of the hours of quiet in which it happened.
alter table "notifications" add column "task_ids" uuid[] null, add column "mail_held_until" timestamptz null;
-- The link of a mail turns mail of its kind off for good, whatever a group says.
alter table "notification_preferences" add column "unsubscribed_at" timestamptz null;
-- What is told by the clock, once: of an account or a project, of a kind, for a week or a day.
create table "told_rounds" ("subject_id" uuid not null, "kind" text not null, "period" date not null, "told_at" timestamptz not null, primary key ("subject_id", "kind", "period"));
create index "told_rounds_old" on "told_rounds" ("told_at");
-- The finish of which people were told last.
create table "told_finishes" ("project_id" uuid not null, "finish" date not null, "looked_at" timestamptz not null, primary key ("project_id"));
alter table "told_finishes" add constraint "told_finishes_project_id_foreign" foreign key ("project_id") references "projects" ("id") on delete cascade;
