create table "project_visits" (
  "account_id" uuid not null,
  "project_id" uuid not null,
  "visited_at" timestamptz not null,
  primary key ("account_id", "project_id")
);
create index "project_visits_recent" on "project_visits" ("account_id", "visited_at");
create index "project_visits_project" on "project_visits" ("project_id");
alter table "project_visits" add constraint "project_visits_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade;
alter table "project_visits" add constraint "project_visits_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
