-- What people and projects let in from outside: credentials and trackers of people, whose secrets are sealed, the work that
-- trackers named, and what providers of code told of requests.
create table "external_connections" (
  "id" uuid not null,
  "account_id" uuid not null,
  "source" varchar(32) not null,
  "sealed_secret" text not null,
  "base_url" varchar(512) not null,
  "deployment" varchar(16) not null,
  "account_email" varchar(254) not null default '',
  "jql" varchar(1024) not null default '',
  "project_keys" text[] not null,
  "poll_enabled" boolean not null default true,
  "status" varchar(16) not null default 'connected',
  "last_requested_at" timestamptz null,
  "last_synced_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  primary key ("id")
);
create index "external_connections_polled" on "external_connections" ("id")
  where "poll_enabled" and "status" = 'connected';
alter table "external_connections" add constraint "external_connections_of_account" unique ("account_id", "source");

create table "external_credentials" (
  "account_id" uuid not null,
  "provider" varchar(32) not null,
  "sealed_secret" text not null,
  "base_url" varchar(512) not null default '',
  "expires_at" timestamptz null,
  "last_used_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  primary key ("account_id", "provider")
);

create table "external_items" (
  "id" uuid not null,
  "connection_id" uuid not null,
  "external_id" varchar(255) not null,
  "external_url" varchar(2000) not null default '',
  "title" varchar(512) not null default '',
  "external_status" varchar(64) not null default '',
  "display_bucket" varchar(16) not null,
  "due_date" date null,
  "last_synced_at" timestamptz not null,
  "stale_since" timestamptz null,
  primary key ("id")
);
create index "external_items_stale" on "external_items" ("stale_since") where "stale_since" is not null;
alter table "external_items" add constraint "external_items_of_connection" unique ("connection_id", "external_id");

create table "git_automations" (
  "project_id" uuid not null,
  "enabled" boolean not null default false,
  "sealed_secret" text null,
  "secret_set_at" timestamptz null,
  "configured_by_id" uuid null,
  "updated_at" timestamptz not null default now(),
  "last_delivery_at" timestamptz null,
  "last_delivery_outcome" varchar(32) not null default '',
  "last_delivery_provider" varchar(16) not null default '',
  "last_refusal_at" timestamptz null,
  "last_refusal_outcome" varchar(32) not null default '',
  "last_refusal_provider" varchar(16) not null default '',
  primary key ("project_id")
);

create table "git_deliveries" (
  "project_id" uuid not null,
  "delivery_key" varchar(255) not null,
  "received_at" timestamptz not null,
  primary key ("project_id", "delivery_key")
);
create index "git_deliveries_over" on "git_deliveries" ("received_at");
alter table "external_connections" add constraint "external_connections_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade;
alter table "external_connections" add constraint "external_connections_deployment"
  check (deployment in ('cloud', 'server'));
alter table "external_connections" add constraint "external_connections_status"
  check (status in ('connected', 'auth_failed', 'invalid_filter'));
alter table "external_credentials" add constraint "external_credentials_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade;
alter table "external_credentials" add constraint "external_credentials_provider"
  check (provider in ('gitlab', 'github', 'generic'));
alter table "external_items" add constraint "external_items_connection_id_foreign"
  foreign key ("connection_id") references "external_connections" ("id") on delete cascade;
alter table "external_items" add constraint "external_items_bucket"
  check (display_bucket in ('todo', 'in_progress', 'done'));
alter table "git_automations" add constraint "git_automations_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
alter table "git_automations" add constraint "git_automations_configured_by_id_foreign"
  foreign key ("configured_by_id") references "accounts" ("id") on delete set null;
alter table "git_deliveries" add constraint "git_deliveries_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade;
