create table "milestone_forecasts" (
  "id" uuid not null,
  "milestone_id" uuid not null,
  "sprint_id" uuid not null,
  "basis" text not null default 'velocity_band',
  "cpm_finish" date null,
  "p50" date null,
  "p80" date null,
  "p95" date null,
  "velocity_low" int null,
  "velocity_high" int null,
  "confidence" text not null,
  "unmodeled_dependency" boolean not null,
  "binding_drifted" boolean not null,
  "taken_at" timestamptz not null,
  primary key ("id")
);
create index "milestone_forecasts_sprint" on "milestone_forecasts" ("sprint_id");
create index "milestone_forecasts_newest" on "milestone_forecasts" ("milestone_id", "taken_at" desc);
alter table "milestone_forecasts" add constraint "milestone_forecasts_milestone_id_foreign"
  foreign key ("milestone_id") references "tasks" ("id") on delete cascade;
alter table "milestone_forecasts" add constraint "milestone_forecasts_sprint_id_foreign"
  foreign key ("sprint_id") references "sprints" ("id") on delete cascade;
