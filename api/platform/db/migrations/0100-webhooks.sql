-- Outbound webhooks and what they sent. A delivery is written in the transaction of the event that it tells of; senders find
-- what is due by the index over pending ones, and the purge what ended by the index over its end.
create table "webhooks" (
  "id" uuid not null,
  "project_id" uuid null,
  "program_id" uuid null,
  "url" varchar(2048) not null,
  "sealed_secret" text not null,
  "events" text[] not null,
  "format" text not null default 'generic',
  "is_active" boolean not null default true,
  "last_sequence" bigint not null default '0',
  "consecutive_failures" int not null default 0,
  "last_failure_at" timestamptz null,
  "last_failure_reason" text not null default '',
  "disabled_at" timestamptz null,
  "disabled_reason" text not null default '',
  "created_at" timestamptz not null default now(),
  "created_by_id" uuid null,
  primary key ("id")
);
create index "webhooks_of_project" on "webhooks" ("project_id", "created_at");
create index "webhooks_of_program" on "webhooks" ("program_id", "created_at");

create table "webhook_deliveries" (
  "id" uuid not null,
  "webhook_id" uuid not null,
  "sequence_number" bigint not null,
  "event_type" text not null,
  "body" text not null,
  "status" text not null default 'pending',
  "response_status" smallint null,
  "attempt_count" smallint not null default 0,
  "due_at" timestamptz not null default clock_timestamp(),
  "failure" text null,
  "created_at" timestamptz not null default clock_timestamp(),
  "completed_at" timestamptz null,
  primary key ("id")
);
create unique index "webhook_deliveries_number" on "webhook_deliveries" ("webhook_id", "sequence_number");
create index "webhook_deliveries_due" on "webhook_deliveries" ("webhook_id", "due_at", "sequence_number")
  where "status" = 'pending';
create index "webhook_deliveries_over" on "webhook_deliveries" ("completed_at");
alter table "webhooks" add constraint "webhooks_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "webhooks" add constraint "webhooks_program_id_foreign"
  foreign key ("program_id") references "programs" ("id") on delete cascade;
alter table "webhooks" add constraint "webhooks_created_by_id_foreign"
  foreign key ("created_by_id") references "accounts" ("id") on delete set null;
alter table "webhooks" add constraint "webhooks_place" check (num_nonnulls(project_id, program_id) = 1);
alter table "webhooks" add constraint "webhooks_format" check (format in ('generic', 'slack'));
alter table "webhooks" add constraint "webhooks_has_events" check (cardinality(events) > 0);
alter table "webhook_deliveries" add constraint "webhook_deliveries_webhook_id_foreign"
  foreign key ("webhook_id") references "webhooks" ("id") on delete cascade;
alter table "webhook_deliveries" add constraint "webhook_deliveries_status"
  check (status in ('pending', 'success', 'failed'));
alter table "webhook_deliveries" add constraint "webhook_deliveries_ended"
  check ((status = 'pending') = (completed_at is null));
