-- Stands behind the risks that it names. Replies are looked for when a comment goes with its task.
create table "risk_comments" (
  "id" uuid not null,
  "project_id" uuid not null,
  "risk_id" uuid not null,
  "author_id" uuid null,
  "message" text not null,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create index "risk_comments_of_risk" on "risk_comments" ("risk_id", "created_at", "id");
create index "risk_comments_project" on "risk_comments" ("project_id");
create index "comments_replies" on "comments" ("parent_id") where "parent_id" is not null;
alter table "risk_comments" add constraint "risk_comments_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "risk_comments" add constraint "risk_comments_risk_id_foreign"
  foreign key ("risk_id") references "risks" ("id") on delete cascade;
alter table "risk_comments" add constraint "risk_comments_author_id_foreign"
  foreign key ("author_id") references "accounts" ("id") on delete set null;
