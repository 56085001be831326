create table "risks" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "field_versions" jsonb not null default '{}',
  "sync_seq" bigint not null default '0',
  "project_id" uuid not null,
  "number" int not null,
  "title" varchar(512) not null,
  "description" text not null default '',
  "status" text not null default 'OPEN',
  "probability" smallint not null,
  "impact" smallint not null,
  "severity" smallint not null,
  "category" text null,
  "response" text null,
  "mitigation_due_date" date null,
  "trigger" text not null default '',
  "contingency" text not null default '',
  "notes" text not null default '',
  "delay" jsonb null,
  "owner_id" uuid null,
  "created_by_id" uuid null,
  "is_deleted" boolean not null default false,
  "deleted_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  primary key ("id")
);
create index "risks_live" on "risks" ("project_id", "impact" desc, "probability" desc, "title", "id")
  where not "is_deleted";
create index "risks_owner" on "risks" ("owner_id") where "owner_id" is not null;
create index "risks_created_by" on "risks" ("created_by_id") where "created_by_id" is not null;
create index "risks_sync" on "risks" ("project_id", "sync_seq");
alter table "risks" add constraint "risks_number_unique" unique ("project_id", "number");

create table "risk_tasks" (
  "risk_id" uuid not null,
  "task_id" uuid not null,
  primary key ("risk_id", "task_id")
);
create index "risk_tasks_task" on "risk_tasks" ("task_id");
alter table "risks" add constraint "risks_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "risks" add constraint "risks_owner_id_foreign"
  foreign key ("owner_id") references "accounts" ("id") on delete set null;
alter table "risks" add constraint "risks_created_by_id_foreign"
  foreign key ("created_by_id") references "accounts" ("id") on delete set null;
alter table "risks" add constraint "risks_scales"
  check (probability >= 1 and probability <= 5 and impact >= 1 and impact <= 5);
alter table "risks" add constraint "risks_severity" check (severity = probability * impact);
alter table "risks" add constraint "risks_status"
  check (status in ('OPEN', 'MITIGATING', 'RESOLVED', 'ACCEPTED', 'CLOSED'));

create or replace function "risks_field_versions_fn"() returns trigger as $$
begin
  declare
    changed text[] := array_remove(
      array[
        case when new."title" is distinct from old."title" then 'title' end,
        case when new."description" is distinct from old."description" then 'description' end,
        case when new."status" is distinct from old."status" then 'status' end,
        case when new."probability" is distinct from old."probability" then 'probability' end,
        case when new."impact" is distinct from old."impact" then 'impact' end,
        case when new."category" is distinct from old."category" then 'category' end,
        case when new."response" is distinct from old."response" then 'response' end,
        case when new."mitigation_due_date" is distinct from old."mitigation_due_date" then 'mitigation_due_date' end,
        case when new."trigger" is distinct from old."trigger" then 'trigger' end,
        case when new."contingency" is distinct from old."contingency" then 'contingency' end,
        case when new."notes" is distinct from old."notes" then 'notes' end,
        case when new."delay" is distinct from old."delay" then 'delay' end,
        case when new."owner_id" is distinct from old."owner_id" then 'owner_id' end,
        case when new."is_deleted" is distinct from old."is_deleted" then 'is_deleted' end
      ],
      null
    );
  begin
    if cardinality(changed) > 0 then
      new.field_versions := old.field_versions
        || case when (old.field_versions->>'*')::int > old.server_version then jsonb_build_object('*', old.server_version) else '{}'::jsonb end
        || (select jsonb_object_agg(field, new.server_version) from unnest(changed) as field);
    end if;
  end;
  return new;
end;
$$ language plpgsql;
create trigger "field_versions" BEFORE UPDATE on "risks" for each ROW execute function "risks_field_versions_fn"();
alter table "risk_tasks" add constraint "risk_tasks_risk_id_foreign"
  foreign key ("risk_id") references "risks" ("id") on delete cascade;
alter table "risk_tasks" add constraint "risk_tasks_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade;
