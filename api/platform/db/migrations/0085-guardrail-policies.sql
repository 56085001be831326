create table "guardrail_policies" (
  "project_id" uuid not null,
  "server_version" int not null default 1,
  "levels" jsonb not null default '{}',
  "acknowledged_at" timestamptz null,
  "acknowledged_by_id" uuid null,
  primary key ("project_id")
);
create index "guardrail_policies_acknowledged_by" on "guardrail_policies" ("acknowledged_by_id")
  where "acknowledged_by_id" is not null;
alter table "guardrail_policies" add constraint "guardrail_policies_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "guardrail_policies" add constraint "guardrail_policies_acknowledged_by_id_foreign"
  foreign key ("acknowledged_by_id") references "accounts" ("id") on delete set null;
