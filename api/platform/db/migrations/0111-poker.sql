create table "poker_sessions" (
  "id" uuid not null,
  "sprint_id" uuid not null,
  "task_id" uuid not null,
  "state" text not null default 'open',
  "committed_points" smallint null,
  "started_by_id" uuid null,
  "started_at" timestamptz not null default now(),
  "closed_at" timestamptz null,
  primary key ("id")
);
create index "poker_sessions_sprint" on "poker_sessions" ("sprint_id", "started_at");
create unique index "poker_sessions_one_live" on "poker_sessions" ("task_id")
  where "state" in ('open', 'revealed');
create index "poker_sessions_task" on "poker_sessions" ("task_id");

create table "poker_votes" (
  "session_id" uuid not null,
  "account_id" uuid not null,
  "value" smallint null,
  "comment" varchar(280) not null default '',
  "voted_at" timestamptz not null default now(),
  primary key ("session_id", "account_id")
);
create index "poker_votes_account" on "poker_votes" ("account_id");
alter table "poker_sessions" add constraint "poker_sessions_sprint_id_foreign"
  foreign key ("sprint_id") references "sprints" ("id") on delete cascade;
alter table "poker_sessions" add constraint "poker_sessions_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade;
alter table "poker_sessions" add constraint "poker_sessions_started_by_id_foreign"
  foreign key ("started_by_id") references "accounts" ("id") on delete set null;
alter table "poker_sessions" add constraint "poker_sessions_state_known"
  check (state in ('open', 'revealed', 'committed', 'cancelled'));
alter table "poker_votes" add constraint "poker_votes_session_id_foreign"
  foreign key ("session_id") references "poker_sessions" ("id") on delete cascade;
alter table "poker_votes" add constraint "poker_votes_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade;
