create table "sprint_close_requests" (
  "id" uuid not null,
  "sprint_id" uuid not null,
  "requested_by_id" uuid null,
  "carry_over" text not null,
  "carry_over_sprint_id" uuid null,
  "pending_disposition" text not null,
  "source" text not null default 'api',
  "status" text not null default 'pending',
  "attempt_count" int not null default 0,
  "failure_reason" text not null default '',
  "error_message" varchar(1000) not null default '',
  "requested_at" timestamptz not null,
  "started_at" timestamptz null,
  "completed_at" timestamptz null,
  "next_attempt_at" timestamptz null,
  primary key ("id")
);
create index "sprint_close_requests_newest" on "sprint_close_requests" ("sprint_id", "requested_at" desc);
create unique index "sprint_close_requests_open" on "sprint_close_requests" ("sprint_id")
  where "status" in ('pending', 'in_flight') or "next_attempt_at" is not null;

create table "sprint_task_outcomes" (
  "id" uuid not null,
  "sprint_id" uuid not null,
  "task_id" uuid null,
  "task_short_id" text not null,
  "task_title" varchar(512) not null,
  "story_points" int null,
  "final_status" text not null,
  "disposition" text not null,
  "next_sprint_id" uuid null,
  "was_pending" boolean not null default false,
  "backfilled" boolean not null default false,
  "demo_ready" boolean not null default false,
  "demo_order" int not null default 0,
  "presenter" varchar(120) not null default '',
  "review_note" varchar(200) not null default '',
  "flagged_task_id" uuid null,
  primary key ("id")
);
create index "sprint_task_outcomes_task" on "sprint_task_outcomes" ("task_id");
alter table "sprint_task_outcomes" add constraint "sprint_task_outcomes_once" unique ("sprint_id", "task_id");
alter table "sprint_close_requests" add constraint "sprint_close_requests_sprint_id_foreign"
  foreign key ("sprint_id") references "sprints" ("id") on delete cascade;
alter table "sprint_close_requests" add constraint "sprint_close_requests_requested_by_id_foreign"
  foreign key ("requested_by_id") references "accounts" ("id") on delete set null;
alter table "sprint_close_requests" add constraint "sprint_close_requests_carry_over_sprint_id_foreign"
  foreign key ("carry_over_sprint_id") references "sprints" ("id") on delete set null;
alter table "sprint_close_requests" add constraint "sprint_close_requests_status_known"
  check (status in ('pending', 'in_flight', 'completed', 'failed'));
alter table "sprint_task_outcomes" add constraint "sprint_task_outcomes_sprint_id_foreign"
  foreign key ("sprint_id") references "sprints" ("id") on delete cascade;
alter table "sprint_task_outcomes" add constraint "sprint_task_outcomes_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete set null;
alter table "sprint_task_outcomes" add constraint "sprint_task_outcomes_next_sprint_id_foreign"
  foreign key ("next_sprint_id") references "sprints" ("id") on delete set null;
alter table "sprint_task_outcomes" add constraint "sprint_task_outcomes_flagged_task_id_foreign"
  foreign key ("flagged_task_id") references "tasks" ("id") on delete set null;
alter table "sprint_task_outcomes" add constraint "sprint_task_outcomes_disposition_known"
  check (disposition in ('completed', 'carried', 'dropped'));
