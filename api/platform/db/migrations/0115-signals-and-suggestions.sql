-- Whom teams tell their signals, the votes on telling them further, and durations suggested by the pace of sprints.
create table "signal_ceiling_proposals" (
  "id" uuid not null,
  "project_id" uuid not null,
  "signal" text not null,
  "from_ceiling" text not null,
  "to_ceiling" text not null,
  "status" text not null default 'open',
  "proposed_by_id" uuid null,
  "created_at" timestamptz not null,
  "expires_at" timestamptz not null,
  "resolved_at" timestamptz null,
  primary key ("id")
);
create unique index "signal_ceiling_proposals_one_open" on "signal_ceiling_proposals" ("project_id", "signal")
  where "status" = 'open';
create index "signal_ceiling_proposals_newest" on "signal_ceiling_proposals" ("project_id", "created_at");

create table "signal_ceiling_votes" (
  "proposal_id" uuid not null,
  "voter_id" uuid not null,
  "choice" text not null,
  "created_at" timestamptz not null,
  primary key ("proposal_id", "voter_id")
);

create table "team_signals" (
  "project_id" uuid not null,
  "signal" text not null,
  "audience" text not null,
  "ceiling" text not null,
  primary key ("project_id", "signal")
);

create table "velocity_suggestions" (
  "id" uuid not null,
  "task_id" uuid not null,
  "sprint_id" uuid not null,
  "suggested_duration" int not null,
  "team_velocity_per_day" numeric(9,3) not null,
  "flag_for_review" boolean not null,
  "created_at" timestamptz not null,
  "accepted_at" timestamptz null,
  "accepted_by_id" uuid null,
  "dismissed_at" timestamptz null,
  "dismissed_by_id" uuid null,
  primary key ("id")
);
create index "velocity_suggestions_sprint" on "velocity_suggestions" ("sprint_id");
create index "velocity_suggestions_newest" on "velocity_suggestions" ("created_at", "id");
alter table "velocity_suggestions" add constraint "velocity_suggestions_task_sprint" unique ("task_id", "sprint_id");
alter table "signal_ceiling_proposals" add constraint "signal_ceiling_proposals_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "signal_ceiling_proposals" add constraint "signal_ceiling_proposals_proposed_by_id_foreign"
  foreign key ("proposed_by_id") references "accounts" ("id") on delete set null;
alter table "signal_ceiling_proposals" add constraint "signal_ceiling_proposals_signal_known"
  check (signal in ('velocity', 'throughput_rollup', 'pulse', 'flow_metrics'));
alter table "signal_ceiling_proposals" add constraint "signal_ceiling_proposals_from_known"
  check (from_ceiling in ('team', 'team_sm', 'team_sm_pm', 'program_shared'));
alter table "signal_ceiling_proposals" add constraint "signal_ceiling_proposals_to_known"
  check (to_ceiling in ('team', 'team_sm', 'team_sm_pm', 'program_shared'));
alter table "signal_ceiling_proposals" add constraint "signal_ceiling_proposals_status_known"
  check (status in ('open', 'ratified', 'rejected', 'expired', 'superseded'));
alter table "signal_ceiling_votes" add constraint "signal_ceiling_votes_proposal_id_foreign"
  foreign key ("proposal_id") references "signal_ceiling_proposals" ("id") on delete cascade;
alter table "signal_ceiling_votes" add constraint "signal_ceiling_votes_voter_id_foreign"
  foreign key ("voter_id") references "accounts" ("id") on delete cascade;
alter table "signal_ceiling_votes" add constraint "signal_ceiling_votes_choice_known"
  check (choice in ('approve', 'reject'));
alter table "team_signals" add constraint "team_signals_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "team_signals" add constraint "team_signals_signal_known"
  check (signal in ('velocity', 'throughput_rollup', 'pulse', 'flow_metrics'));
alter table "team_signals" add constraint "team_signals_audience_known"
  check (audience in ('team', 'team_sm', 'team_sm_pm', 'program_shared'));
alter table "team_signals" add constraint "team_signals_ceiling_known"
  check (ceiling in ('team', 'team_sm', 'team_sm_pm', 'program_shared'));
alter table "velocity_suggestions" add constraint "velocity_suggestions_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade;
alter table "velocity_suggestions" add constraint "velocity_suggestions_sprint_id_foreign"
  foreign key ("sprint_id") references "sprints" ("id") on delete cascade;
alter table "velocity_suggestions" add constraint "velocity_suggestions_accepted_by_id_foreign"
  foreign key ("accepted_by_id") references "accounts" ("id") on delete set null;
alter table "velocity_suggestions" add constraint "velocity_suggestions_dismissed_by_id_foreign"
  foreign key ("dismissed_by_id") references "accounts" ("id") on delete set null;
alter table "velocity_suggestions" add constraint "velocity_suggestions_duration_is_work"
  check (suggested_duration >= 1);
alter table "velocity_suggestions" add constraint "velocity_suggestions_settled_once"
  check (accepted_at is null or dismissed_at is null);
