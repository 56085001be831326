create table "acceptance_criteria" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "sync_seq" bigint not null default '0',
  "project_id" uuid not null,
  "task_id" uuid not null,
  "text" text not null,
  "given_text" text not null default '',
  "when_text" text not null default '',
  "then_text" text not null default '',
  "position" int not null default 0,
  "met" boolean not null default false,
  "met_by_id" uuid null,
  "met_at" timestamptz null,
  "is_deleted" boolean not null default false,
  "deleted_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create index "acceptance_criteria_live" on "acceptance_criteria" ("task_id", "position", "id") where not "is_deleted";
create index "acceptance_criteria_sync" on "acceptance_criteria" ("project_id", "sync_seq");

create table "accounts" (
  "id" uuid not null,
  "username" varchar(150) not null,
  "email" varchar(254) not null default '',
  "first_name" varchar(150) not null default '',
  "last_name" varchar(150) not null default '',
  "password_hash" text null,
  "is_active" boolean not null default true,
  "is_superuser" boolean not null default false,
  "last_login" timestamptz null,
  "created_at" timestamptz not null default now(),
  "default_landing" text not null default 'auto',
  "role_context" text not null default 'unified',
  "hidden_views" text[] not null default '{}',
  "timezone" text not null default 'auto',
  "date_format" text not null default 'auto',
  primary key ("id")
);
create index "accounts_email_lower" on "accounts" (lower("email"));
alter table "accounts" add constraint "accounts_username_unique" unique ("username");

create table "agent_actions" (
  "id" uuid not null,
  "schema_version" smallint not null default 1,
  "sequence" bigint not null,
  "actor_kind" text not null,
  "actor_token_prefix" varchar(8) not null,
  "principal_id" uuid null,
  "action" text not null,
  "method" text not null,
  "object_type" text not null,
  "object_id" text not null,
  "project_id" uuid null,
  "capability_used" text not null,
  "verdict" text not null,
  "refusal_reason" text not null,
  "constraint_name" text not null,
  "refusal_detail" text not null,
  "engine_version" text not null,
  "payload_hash" text not null,
  "record_hash" text not null,
  "summary" text not null,
  "source_ip" text not null,
  "occurred_at" timestamptz not null,
  primary key ("id")
);
alter table "agent_actions" add constraint "agent_actions_sequence_unique" unique ("sequence");
create index "agent_actions_principal_id_sequence_index" on "agent_actions" ("principal_id", "sequence");
create index "agent_actions_project_id_sequence_index" on "agent_actions" ("project_id", "sequence");

create table "agent_chain_head" (
  "id" smallint not null,
  "sequence" bigint not null,
  "record_hash" text not null,
  primary key ("id")
);

create table "api_tokens" (
  "id" uuid not null,
  "project_id" uuid null,
  "program_id" uuid null,
  "owner_id" uuid null,
  "name" varchar(128) not null,
  "token_hash" text not null,
  "token_prefix" varchar(8) not null,
  "scopes" text[] not null,
  "status_map" jsonb null,
  "created_by_id" uuid null,
  "created_at" timestamptz not null default now(),
  "expires_at" timestamptz null,
  "last_used_at" timestamptz null,
  "revoked_at" timestamptz null,
  primary key ("id")
);
alter table "api_tokens" add constraint "api_tokens_token_hash_unique" unique ("token_hash");
create index "api_tokens_project_id_index" on "api_tokens" ("project_id");
create index "api_tokens_program_id_index" on "api_tokens" ("program_id");
create index "api_tokens_owner_id_index" on "api_tokens" ("owner_id");

create table "api_token_audit" (
  "id" uuid not null,
  "token_id" uuid not null,
  "token_prefix" varchar(8) not null,
  "project_id" uuid null,
  "program_id" uuid null,
  "owner_id" uuid null,
  "actor_id" uuid null,
  "actor_email" text null,
  "action" text not null,
  "source_ip" text null,
  "detail" jsonb not null,
  "created_at" timestamptz not null default clock_timestamp(),
  primary key ("id")
);
create index "api_token_audit_project_id_created_at_index" on "api_token_audit" ("project_id", "created_at");
create index "api_token_audit_program_id_created_at_index" on "api_token_audit" ("program_id", "created_at");
create index "api_token_audit_owner_id_created_at_index" on "api_token_audit" ("owner_id", "created_at");

create table "calendars" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "name" varchar(255) not null,
  "working_days" smallint not null default 31,
  "hours_per_day" double precision not null default 8,
  "timezone" text not null default 'UTC',
  "is_deleted" boolean not null default false,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);

create table "calendar_exceptions" (
  "id" uuid not null,
  "calendar_id" uuid not null,
  "exc_start" date not null,
  "exc_end" date not null,
  "is_working" boolean not null default false,
  "description" varchar(255) not null default '',
  primary key ("id")
);
create index "calendar_exceptions_calendar_id_exc_start_index" on "calendar_exceptions" ("calendar_id", "exc_start");

create table "dependencies" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "sync_seq" bigint not null default '0',
  "predecessor_id" uuid not null,
  "successor_id" uuid not null,
  "predecessor_project_id" uuid not null,
  "successor_project_id" uuid not null,
  "dep_type" varchar(2) not null default 'FS',
  "lag" int not null default 0,
  "lag_unit" text not null default 'working',
  "is_pending" boolean not null default false,
  "accepted_by_id" uuid null,
  "accepted_at" timestamptz null,
  "is_driving" boolean not null default false,
  "is_deleted" boolean not null default false,
  "deleted_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create unique index "dependencies_live_triple" on "dependencies" ("predecessor_id", "successor_id", "dep_type")
  where not "is_deleted";
create index "dependencies_by_predecessor_project" on "dependencies" ("predecessor_project_id", "id")
  where not "is_deleted";
create index "dependencies_by_successor_project" on "dependencies" ("successor_project_id") where not "is_deleted";
create index "dependencies_cross_project" on "dependencies" ("predecessor_project_id", "successor_project_id")
  where not "is_deleted" and "predecessor_project_id" <> "successor_project_id";
create index "dependencies_by_successor" on "dependencies" ("successor_id") where not "is_deleted";

create table "task_duration_events" (
  "id" uuid not null,
  "project_id" uuid not null,
  "task_id" uuid not null,
  "actor_id" uuid null,
  "sprint_id" uuid null,
  "old_duration" int not null,
  "new_duration" int not null,
  "percent_complete_at_change" double precision not null,
  "percent_complete_after" double precision null,
  "policy_applied" text not null,
  "source" text not null default 'user_edit',
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create index "task_duration_events_task" on "task_duration_events" ("task_id", "created_at" desc);
create index "task_duration_events_sprint" on "task_duration_events" ("sprint_id") where "sprint_id" is not null;

create table "idempotency_keys" (
  "account_id" uuid not null,
  "key" varchar(255) not null,
  "request_hash" text not null,
  "status" smallint null,
  "location" text null,
  "body" bytea null,
  "created_at" timestamptz not null default now(),
  primary key ("account_id", "key")
);
create index "idempotency_keys_created_at_index" on "idempotency_keys" ("created_at");

create table "import_chunks" (
  "request_id" uuid not null,
  "position" int not null,
  "content" bytea not null,
  primary key ("request_id", "position")
);

create table "import_requests" (
  "id" uuid not null,
  "kind" text not null,
  "project_id" uuid not null,
  "creates_project" boolean not null default false,
  "requested_by_id" uuid null,
  "filename" varchar(255) not null,
  "options" jsonb not null,
  "content" bytea null,
  "status" text not null default 'pending',
  "summary" jsonb null,
  "created_tasks" jsonb null,
  "file_dates" jsonb null,
  "dedupe_key" varchar(200) null,
  "progress_done" int null,
  "error_code" text null,
  "error_detail" text null,
  "requested_at" timestamptz not null default now(),
  "started_at" timestamptz null,
  "finished_at" timestamptz null,
  primary key ("id")
);
create index "import_requests_project_id_requested_at_index" on "import_requests" ("project_id", "requested_at");
create index "import_requests_open" on "import_requests" ("id") where "status" in ('pending', 'dispatched');
create index "import_requests_dedupe" on "import_requests" ("dedupe_key") where "dedupe_key" is not null;

create table "issued_keys" (
  "kind" text not null,
  "folded_key" varchar(40) not null,
  "object_id" uuid not null,
  "issued_at" timestamptz not null default now(),
  "retired_at" timestamptz null,
  primary key ("kind", "folded_key")
);
create index "issued_keys_object_id_index" on "issued_keys" ("object_id");

create table "job_heartbeats" (
  "name" text not null,
  "beat_at" timestamptz not null default now(),
  primary key ("name")
);

create table "labels" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "sync_seq" bigint not null default '0',
  "project_id" uuid not null,
  "name" varchar(50) not null,
  "folded_name" text not null,
  "color" text not null default 'slate',
  "position" smallint not null default 0,
  "is_deleted" boolean not null default false,
  "deleted_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create unique index "labels_live_name" on "labels" ("project_id", "folded_name") where not "is_deleted";
create index "labels_sync" on "labels" ("project_id", "sync_seq");

create table "mail_messages" (
  "id" uuid not null,
  "purpose" text not null,
  "subject_id" uuid null,
  "status" text not null default 'queued',
  "sealed_content" text null,
  "attempts" smallint not null default 0,
  "last_error" text null,
  "created_at" timestamptz not null default now(),
  "finished_at" timestamptz null,
  primary key ("id")
);
create index "mail_messages_subject_id_index" on "mail_messages" ("subject_id");
create index "mail_messages_created_at_index" on "mail_messages" ("created_at");

create table "monte_carlo_runs" (
  "id" uuid not null,
  "project_id" uuid not null,
  "taken_at" timestamptz not null,
  "triggered_by_id" uuid null,
  "runs" int not null,
  "seed" bigint not null,
  "task_count" int not null,
  "p50" date not null,
  "p80" date not null,
  "p95" date not null,
  "cpm_finish" date null,
  "status_date" date not null,
  "in_history" boolean not null,
  "detail" jsonb not null,
  "distribution" date[] null,
  primary key ("id")
);
create index "monte_carlo_runs_project_id_taken_at_index" on "monte_carlo_runs" ("project_id", "taken_at");

create table "outbox_channels" (
  "channel" uuid not null,
  "last_seq" bigint not null default '0',
  primary key ("channel")
);

create table "outbox_events" (
  "id" bigserial primary key,
  "channel" uuid null,
  "seq" bigint null,
  "socket_name" text null,
  "socket_payload" text null,
  "webhook_name" text null,
  "webhook_payload" text null,
  "occurred_at" timestamptz not null default clock_timestamp()
);
create index "outbox_events_channel_seq_index" on "outbox_events" ("channel", "seq");
create index "outbox_events_occurred_at_index" on "outbox_events" ("occurred_at");

create table "pins" (
  "account_id" uuid not null,
  "kind" text not null,
  "object_id" uuid not null,
  "pinned_at" timestamptz not null,
  primary key ("account_id", "kind", "object_id")
);

create table "programs" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "name" varchar(255) not null,
  "description" text not null default '',
  "code" varchar(40) not null,
  "methodology" text null,
  "duration_change_percent_policy" text null,
  "estimation_scale" text null,
  "sprint_picker_ready_only_default" boolean null,
  "iteration_label" varchar(32) null,
  "public_sharing" boolean null,
  "allow_guests" boolean null,
  "mc_history_enabled" boolean null,
  "mc_history_retention_cap" int null,
  "mc_history_attribution_audience" text null,
  "attachments_enabled" boolean null,
  "allowed_attachment_types" text[] null,
  "mcp_enabled" boolean null,
  "calendar_id" uuid null,
  "health" text not null default 'AUTO',
  "target_date" date null,
  "visibility" text not null default 'WORKSPACE',
  "risk_slip_propagation" text not null default 'warn',
  "risk_escalation_days" smallint not null default 3,
  "rollup_enabled_kpis" text[] not null default '{}',
  "rollup_aggregation_policy" text not null default 'worst',
  "color" varchar(7) null,
  "lead_id" uuid null,
  "created_by_id" uuid null,
  "is_sample" boolean not null default false,
  "sample_key" text null,
  "sample_anchor" date null,
  "is_closed" boolean not null default false,
  "closed_at" timestamptz null,
  "closed_by_id" uuid null,
  "is_deleted" boolean not null default false,
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  primary key ("id")
);

create table "program_members" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "program_id" uuid not null,
  "account_id" uuid not null,
  "role" smallint not null,
  "role_title" varchar(50) not null default '',
  "is_deleted" boolean not null default false,
  "role_changed_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create unique index "program_members_live_pair" on "program_members" ("program_id", "account_id")
  where not "is_deleted";
create index "program_members_by_account" on "program_members" ("account_id") where not "is_deleted";

create table "projects" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "sync_seq" bigint not null default '0',
  "program_id" uuid null,
  "name" varchar(255) not null,
  "description" text not null default '',
  "code" varchar(12) not null,
  "start_date" date not null,
  "status_date" date null,
  "calendar_id" uuid null,
  "health" text not null default 'AUTO',
  "visibility" text not null default 'WORKSPACE',
  "timezone" text not null default '',
  "default_view" text not null default 'SCHEDULE',
  "lead_id" uuid null,
  "estimation_mode" text not null default 'open',
  "methodology" text null,
  "duration_change_percent_policy" text null,
  "estimation_scale" text null,
  "sprint_picker_ready_only_default" boolean null,
  "iteration_label" varchar(32) null,
  "public_sharing" boolean null,
  "allow_guests" boolean null,
  "mc_history_enabled" boolean null,
  "mc_history_retention_cap" int null,
  "mc_history_attribution_audience" text null,
  "attachments_enabled" boolean null,
  "allowed_attachment_types" text[] null,
  "mcp_enabled" boolean null,
  "board_cadence" text not null default 'sprint',
  "stale_task_threshold_days" int not null default 7,
  "end_date_shift_threshold_days" int not null default 5,
  "prioritization_model" text not null default 'none',
  "default_member_role" smallint not null default 100,
  "show_reporting" boolean null,
  "show_time_tracking" boolean null,
  "show_baselines" boolean null,
  "show_monte_carlo" boolean null,
  "lifecycle" text not null default 'active',
  "draft_started_at" timestamptz null,
  "is_archived" boolean not null default false,
  "archived_at" timestamptz null,
  "archived_by_id" uuid null,
  "is_sample" boolean not null default false,
  "is_deleted" boolean not null default false,
  "deleted_at" timestamptz null,
  "deleted_by_id" uuid null,
  "recalculated_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  primary key ("id")
);
create index "projects_program_id_index" on "projects" ("program_id");
create index "projects_calendar_id_index" on "projects" ("calendar_id");
create index "projects_live_order" on "projects" ("start_date", "name", "id") where not "is_deleted";

create table "project_calendar_overlays" (
  "project_id" uuid not null,
  "position" smallint not null,
  "layer_id" uuid not null,
  "calendar_id" uuid not null,
  "role" text not null default 'holidays',
  primary key ("project_id", "position")
);
create index "project_calendar_overlays_calendar_id_index" on "project_calendar_overlays" ("calendar_id");

create table "project_counters" (
  "project_id" uuid not null,
  "sync_seq" bigint not null default '0',
  "item_number" int not null default 0,
  "risk_number" int not null default 0,
  primary key ("project_id")
);

create table "project_members" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "sync_seq" bigint not null default '0',
  "project_id" uuid not null,
  "account_id" uuid not null,
  "role" smallint not null,
  "group_id" uuid null,
  "is_deleted" boolean not null default false,
  "role_changed_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create unique index "project_members_live_pair" on "project_members" ("project_id", "account_id")
  where not "is_deleted";
create index "project_members_by_account" on "project_members" ("account_id", "project_id") where not "is_deleted";

create table "project_resources" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "project_id" uuid not null,
  "resource_id" uuid not null,
  "role_title" varchar(120) not null default '',
  "units_override" numeric(4,2) null,
  "notes" text not null default '',
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create index "project_resources_resource" on "project_resources" ("resource_id");
alter table "project_resources" add constraint "project_resources_pair" unique ("project_id", "resource_id");

create table "refresh_tokens" (
  "id" uuid not null,
  "family_id" uuid not null,
  "account_id" uuid not null,
  "issued_at" timestamptz not null,
  "expires_at" timestamptz not null,
  "used_at" timestamptz null,
  "revoked_at" timestamptz null,
  primary key ("id")
);
create index "refresh_tokens_family_id_index" on "refresh_tokens" ("family_id");
create index "refresh_tokens_account_id_index" on "refresh_tokens" ("account_id");
create index "refresh_tokens_expires_at_index" on "refresh_tokens" ("expires_at");

create table "resources" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "name" varchar(255) not null,
  "folded_name" text not null,
  "email" varchar(254) not null default '',
  "job_role" varchar(120) not null default '',
  "calendar_id" uuid null,
  "max_units" numeric(4,2) not null default '1.00',
  "is_deleted" boolean not null default false,
  "deleted_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create index "resources_live_name" on "resources" ("folded_name") where not "is_deleted";
create index "resources_calendar" on "resources" ("calendar_id") where "calendar_id" is not null;
create index "resources_email" on "resources" (lower("email")) where "email" <> '';

create table "resource_skills" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "resource_id" uuid not null,
  "skill_id" uuid not null,
  "proficiency" smallint not null default 2,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create index "resource_skills_skill" on "resource_skills" ("skill_id");
alter table "resource_skills" add constraint "resource_skills_pair" unique ("resource_id", "skill_id");

create table "share_links" (
  "id" uuid not null,
  "project_id" uuid not null,
  "content_kind" text not null,
  "token_hash" text not null,
  "token_prefix" varchar(12) not null,
  "label" varchar(120) not null default '',
  "show_assignees" boolean not null default false,
  "show_milestone_dates" boolean not null default true,
  "created_by_id" uuid null,
  "created_at" timestamptz not null default now(),
  "expires_at" timestamptz null,
  "revoked_at" timestamptz null,
  "access_count" bigint not null default '0',
  "last_accessed_at" timestamptz null,
  primary key ("id")
);
alter table "share_links" add constraint "share_links_token_hash_unique" unique ("token_hash");
create index "share_links_project_id_created_at_index" on "share_links" ("project_id", "created_at");

create table "skills" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "name" varchar(120) not null,
  "normalized_name" text not null,
  "category" varchar(60) not null default '',
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
alter table "skills" add constraint "skills_normalized_name" unique ("normalized_name");

create table "socket_presence" (
  "connection_id" uuid not null,
  "channel" uuid not null,
  "account_id" uuid not null,
  "display_name" text not null,
  "expires_at" timestamptz not null,
  primary key ("connection_id")
);
create index "socket_presence_channel_account_id_index" on "socket_presence" ("channel", "account_id");
create index "socket_presence_expires_at_index" on "socket_presence" ("expires_at");

create table "socket_tickets" (
  "token_hash" text not null,
  "account_id" uuid not null,
  "expires_at" timestamptz not null,
  primary key ("token_hash")
);
create index "socket_tickets_expires_at_index" on "socket_tickets" ("expires_at");

create table "sso_identities" (
  "id" uuid not null,
  "provider_slug" varchar(32) not null,
  "issuer" text not null,
  "subject" varchar(255) not null,
  "account_id" uuid not null,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create index "sso_identities_account_id_index" on "sso_identities" ("account_id");
alter table "sso_identities" add constraint "sso_identities_subject_unique" unique ("provider_slug", "subject");

create table "sso_login_states" (
  "state_hash" text not null,
  "provider_slug" varchar(32) not null,
  "nonce" text not null,
  "verifier" text not null,
  "redirect_uri" text not null,
  "expires_at" timestamptz not null,
  primary key ("state_hash")
);
create index "sso_login_states_expires_at_index" on "sso_login_states" ("expires_at");

create table "sso_providers" (
  "slug" varchar(32) not null,
  "display_name" varchar(120) not null,
  "client_id" text not null default '',
  "sealed_secret" text null,
  "server_url" text not null default '',
  "github_org" text not null default '',
  "enabled" boolean not null default false,
  "allowed_email_domains" text[] not null default '{}',
  "auto_create_members" boolean not null default false,
  "default_role" smallint not null default 100,
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  primary key ("slug")
);

create table "tasks" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "sync_seq" bigint not null default '0',
  "project_id" uuid not null,
  "number" int not null,
  "name" varchar(512) not null,
  "notes" text not null default '',
  "status" text not null default 'NOT_STARTED',
  "type" text not null default 'task',
  "parent_id" uuid null,
  "wbs_order" int[] null,
  "is_subtask" boolean not null default false,
  "structure_role" text not null default 'work',
  "auto_container" boolean not null default false,
  "own_status" text null,
  "own_estimate" int null,
  "duration" int not null default 1,
  "duration_unit" text not null default 'days',
  "percent_complete" double precision not null default 0,
  "planned_start" date null,
  "actual_start" date null,
  "actual_finish" date null,
  "optimistic_duration" int null,
  "most_likely_duration" int null,
  "pessimistic_duration" int null,
  "estimate_status" text null,
  "is_milestone" boolean not null default false,
  "delivery_mode" text not null default 'waterfall',
  "governance_class" text not null default 'flow',
  "parent_governance_inherited" boolean not null default false,
  "calendar_id" uuid null,
  "assignee_id" uuid null,
  "sprint_id" uuid null,
  "sprint_pending" boolean not null default false,
  "story_points" smallint null,
  "remaining_points" smallint null,
  "sprint_rank" int null,
  "priority_rank" int null,
  "parent_epic_id" uuid null,
  "dor" text not null default 'idea',
  "blocked_reason" text not null default '',
  "blocker_type" text not null default '',
  "blocking_task_id" uuid null,
  "blocked_since" timestamptz null,
  "blocked_by_id" uuid null,
  "business_value" smallint null,
  "time_criticality" smallint null,
  "risk_reduction" smallint null,
  "job_size" smallint null,
  "reach" int null,
  "impact" double precision null,
  "confidence" double precision null,
  "effort" double precision null,
  "value" smallint null,
  "effort_estimate" double precision null,
  "is_recurring" boolean not null default false,
  "status_changed_at" timestamptz null,
  "source_kind" text not null default 'hand',
  "source_id" uuid null,
  "source_version" text not null default '',
  "external_id" varchar(255) null,
  "seeded_at" timestamptz null,
  "edited_at" timestamptz null,
  "is_deleted" boolean not null default false,
  "deleted_at" timestamptz null,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create index "tasks_live" on "tasks" ("project_id", "id") where not "is_deleted";
create index "tasks_wbs" on "tasks" ("project_id", "wbs_order") where not "is_deleted";
create index "tasks_children" on "tasks" ("parent_id") where not "is_deleted";
create index "tasks_sync" on "tasks" ("project_id", "sync_seq");
create index "tasks_assignee" on "tasks" ("assignee_id") where not "is_deleted";
create index "tasks_sprint" on "tasks" ("sprint_id") where not "is_deleted";
alter table "tasks" add constraint "tasks_number_unique" unique ("project_id", "number");

create table "task_labels" (
  "task_id" uuid not null,
  "label_id" uuid not null,
  primary key ("task_id", "label_id")
);
create index "task_labels_label" on "task_labels" ("label_id");

create table "task_operations" (
  "id" uuid not null,
  "project_id" uuid not null,
  "kind" text not null,
  "applied_by_id" uuid null,
  "status" text not null default 'active',
  "subtree_id" uuid null,
  "sync_seq" bigint not null default '0',
  "snapshot" jsonb not null,
  "result_summary" jsonb not null,
  "created_at" timestamptz not null default now(),
  "undone_at" timestamptz null,
  primary key ("id")
);
create index "task_operations_project_id_kind_created_at_index" on "task_operations" ("project_id", "kind", "created_at");

create table "task_resources" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "project_id" uuid not null,
  "task_id" uuid not null,
  "resource_id" uuid not null,
  "units" numeric(4,2) not null default '1.00',
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create index "task_resources_resource" on "task_resources" ("resource_id", "project_id");
create index "task_resources_project" on "task_resources" ("project_id");
alter table "task_resources" add constraint "task_resources_pair" unique ("task_id", "resource_id");

create table "task_schedules" (
  "task_id" uuid not null,
  "early_start" date not null,
  "early_finish" date not null,
  "late_start" date not null,
  "late_finish" date not null,
  "scheduled_start" date not null,
  "total_float" int not null,
  "free_float" int not null,
  "is_critical" boolean not null,
  primary key ("task_id")
);

create table "task_skill_requirements" (
  "id" uuid not null,
  "server_version" int not null default 1,
  "project_id" uuid not null,
  "task_id" uuid not null,
  "skill_id" uuid not null,
  "min_proficiency" smallint not null default 1,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);
create index "task_skill_requirements_skill" on "task_skill_requirements" ("skill_id");
create index "task_skill_requirements_project" on "task_skill_requirements" ("project_id");
alter table "task_skill_requirements" add constraint "task_skill_requirements_pair" unique ("task_id", "skill_id");

create table "task_sync_links" (
  "project_id" uuid not null,
  "source" varchar(32) not null,
  "external_id" varchar(255) not null,
  "task_id" uuid not null,
  "external_url" text not null default '',
  "parent_external_id" text not null default '',
  "parked_email" text not null default '',
  "created_at" timestamptz not null default now(),
  "updated_at" timestamptz not null default now(),
  primary key ("project_id", "source", "external_id")
);
create index "task_sync_links_task_id_index" on "task_sync_links" ("task_id");

create table "workspace" (
  "id" smallint not null,
  "name" varchar(255) not null default 'Workspace',
  "subdomain" text not null default '',
  "timezone" text not null default 'UTC',
  "fiscal_year_start_month" smallint not null default 1,
  "fiscal_year_start_day" smallint not null default 1,
  "work_week" boolean[] not null default '{t,t,t,t,t,f,f}',
  "default_project_view" varchar(32) not null default 'board',
  "calendar_id" uuid null,
  "calendar_override_policy" text not null default 'suggest',
  "methodology" text not null default 'HYBRID',
  "methodology_override_policy" text not null default 'suggest',
  "iteration_label" varchar(32) not null default 'Sprint',
  "iteration_label_override_policy" text not null default 'suggest',
  "duration_change_percent_policy" text not null default 'keep',
  "duration_change_percent_override_policy" text not null default 'suggest',
  "estimation_scale" text not null default 'fibonacci',
  "sprint_picker_ready_only_default" boolean not null default true,
  "public_sharing" boolean not null default false,
  "public_sharing_override_policy" text not null default 'suggest',
  "allow_guests" boolean not null default true,
  "mc_history_enabled" boolean not null default true,
  "mc_history_retention_cap" int not null default 100,
  "mc_history_attribution_audience" text not null default 'admin_owner',
  "mc_history_override_policy" text not null default 'suggest',
  "attachments_enabled" boolean not null default true,
  "allowed_attachment_types" text[] not null default '{application/pdf,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.openxmlformats-officedocument.wordprocessingml.document,image/jpeg,image/png,image/webp,text/csv}',
  "attachments_override_policy" text not null default 'suggest',
  "mcp_enabled" boolean not null default true,
  "feedback_enabled" boolean not null default true,
  "feedback_url" text not null default '',
  "created_at" timestamptz not null default now(),
  primary key ("id")
);

create table "workspace_audit_events" (
  "id" uuid not null,
  "event_type" text not null,
  "actor_id" uuid null,
  "actor_label" text not null default '',
  "target_type" text not null,
  "target_id" uuid null,
  "target_label" varchar(512) not null default '',
  "metadata" jsonb not null,
  "created_at" timestamptz not null default clock_timestamp(),
  primary key ("id")
);
create index "workspace_audit_events_created_at_id_index" on "workspace_audit_events" ("created_at", "id");
create index "workspace_audit_events_actor_id_index" on "workspace_audit_events" ("actor_id");

create table "workspace_groups" (
  "id" uuid not null,
  "name" varchar(120) not null,
  "description" text not null default '',
  "lead_id" uuid null,
  "created_at" timestamptz not null default now(),
  primary key ("id")
);

create table "workspace_group_members" (
  "group_id" uuid not null,
  "account_id" uuid not null,
  "created_at" timestamptz not null default now(),
  primary key ("group_id", "account_id")
);
create index "workspace_group_members_account_id_index" on "workspace_group_members" ("account_id");

create table "workspace_group_projects" (
  "group_id" uuid not null,
  "project_id" uuid not null,
  "role" smallint not null,
  "created_at" timestamptz not null default now(),
  primary key ("group_id", "project_id")
);
create index "workspace_group_projects_project_id_index" on "workspace_group_projects" ("project_id");

create table "workspace_invites" (
  "id" uuid not null,
  "email" varchar(254) not null,
  "role" smallint not null,
  "status" text not null default 'pending',
  "token_hash" text not null,
  "invited_by_id" uuid null,
  "created_at" timestamptz not null default now(),
  "expires_at" timestamptz not null,
  "accepted_at" timestamptz null,
  "accepted_by_id" uuid null,
  primary key ("id")
);
create unique index "workspace_invites_pending_email" on "workspace_invites" (lower("email"))
  where "status" = 'pending';
create index "workspace_invites_created_at_id_index" on "workspace_invites" ("created_at", "id");
alter table "workspace_invites" add constraint "workspace_invites_token" unique ("token_hash");

create table "workspace_members" (
  "account_id" uuid not null,
  "role" smallint not null,
  "status" text not null default 'active',
  "availability_percent" smallint not null default 100,
  "availability_effective_from" date null,
  "availability_effective_to" date null,
  "availability_notes" text not null default '',
  "created_at" timestamptz not null default now(),
  primary key ("account_id")
);
alter table "api_tokens" add constraint "api_tokens_one_scope"
  check (num_nonnulls(project_id, program_id, owner_id) = 1);
