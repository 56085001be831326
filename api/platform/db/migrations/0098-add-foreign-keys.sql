-- Foreign keys of the tables that had none.
--
-- Rows that name what is no longer there come first. Deletions by hand left them behind: a row that belonged to what
-- is gone says nothing to anybody and goes too; any other forgets the name, unless it is nothing without it. Owners stand
-- before what they own, so that one pass finds all. What the keys leave unchecked is mended by name after that.
do $mend$
declare
  key record;
  orphan text;
begin
  for key in
    select * from (values
      ('programs', 'calendar_id', 'calendars', 'id', false),
      ('project_templates', 'program_id', 'programs', 'id', false),
      ('projects', 'calendar_id', 'calendars', 'id', false),
      ('resources', 'calendar_id', 'calendars', 'id', false),
      ('workspace', 'calendar_id', 'calendars', 'id', false),
      ('api_tokens', 'project_id', 'projects', 'id', true),
      ('api_tokens', 'program_id', 'programs', 'id', true),
      ('api_tokens', 'owner_id', 'accounts', 'id', true),
      ('calendar_exceptions', 'calendar_id', 'calendars', 'id', true),
      ('dependencies', 'predecessor_project_id', 'projects', 'id', true),
      ('idempotency_keys', 'account_id', 'accounts', 'id', true),
      ('import_requests', 'project_id', 'projects', 'id', true),
      ('labels', 'project_id', 'projects', 'id', true),
      ('monte_carlo_runs', 'project_id', 'projects', 'id', true),
      ('pins', 'account_id', 'accounts', 'id', true),
      ('program_import_jobs', 'program_id', 'programs', 'id', true),
      ('program_import_jobs', 'requested_by_id', 'accounts', 'id', true),
      ('program_members', 'program_id', 'programs', 'id', true),
      ('program_members', 'account_id', 'accounts', 'id', true),
      ('project_calendar_overlays', 'project_id', 'projects', 'id', true),
      ('project_calendar_overlays', 'calendar_id', 'calendars', 'id', false),
      ('project_counters', 'project_id', 'projects', 'id', true),
      ('project_members', 'project_id', 'projects', 'id', true),
      ('project_members', 'account_id', 'accounts', 'id', true),
      ('project_resources', 'project_id', 'projects', 'id', true),
      ('project_resources', 'resource_id', 'resources', 'id', true),
      ('refresh_tokens', 'account_id', 'accounts', 'id', true),
      ('resource_skills', 'resource_id', 'resources', 'id', true),
      ('resource_skills', 'skill_id', 'skills', 'id', false),
      ('share_links', 'project_id', 'projects', 'id', true),
      ('socket_presence', 'account_id', 'accounts', 'id', true),
      ('socket_tickets', 'account_id', 'accounts', 'id', true),
      ('sso_identities', 'provider_slug', 'sso_providers', 'slug', true),
      ('sso_identities', 'account_id', 'accounts', 'id', true),
      ('sso_login_states', 'provider_slug', 'sso_providers', 'slug', true),
      ('sso_login_states', 'account_id', 'accounts', 'id', true),
      ('task_operations', 'project_id', 'projects', 'id', true),
      ('task_runs', 'project_id', 'projects', 'id', true),
      ('tasks', 'project_id', 'projects', 'id', true),
      ('tasks', 'calendar_id', 'calendars', 'id', false),
      ('template_applications', 'project_id', 'projects', 'id', true),
      ('template_applications', 'template_id', 'project_templates', 'id', false),
      ('workspace_group_members', 'group_id', 'workspace_groups', 'id', true),
      ('workspace_group_members', 'account_id', 'accounts', 'id', true),
      ('workspace_group_projects', 'group_id', 'workspace_groups', 'id', true),
      ('workspace_group_projects', 'project_id', 'projects', 'id', true),
      ('workspace_members', 'account_id', 'accounts', 'id', true),
      ('acceptance_criteria', 'project_id', 'projects', 'id', true),
      ('acceptance_criteria', 'task_id', 'tasks', 'id', true),
      ('import_chunks', 'request_id', 'import_requests', 'id', true),
      ('task_duration_events', 'project_id', 'projects', 'id', true),
      ('task_duration_events', 'task_id', 'tasks', 'id', true),
      ('task_labels', 'task_id', 'tasks', 'id', true),
      ('task_labels', 'label_id', 'labels', 'id', true),
      ('task_resources', 'project_id', 'projects', 'id', true),
      ('task_resources', 'task_id', 'tasks', 'id', true),
      ('task_resources', 'resource_id', 'resources', 'id', true),
      ('task_skill_requirements', 'project_id', 'projects', 'id', true),
      ('task_skill_requirements', 'task_id', 'tasks', 'id', true),
      ('task_skill_requirements', 'skill_id', 'skills', 'id', false),
      ('task_sync_links', 'project_id', 'projects', 'id', true),
      ('task_sync_links', 'task_id', 'tasks', 'id', true),
      ('programs', 'lead_id', 'accounts', 'id', false),
      ('programs', 'created_by_id', 'accounts', 'id', false),
      ('programs', 'closed_by_id', 'accounts', 'id', false),
      ('project_templates', 'source_project_id', 'projects', 'id', false),
      ('project_templates', 'supersedes_id', 'project_templates', 'id', false),
      ('project_templates', 'published_by_id', 'accounts', 'id', false),
      ('projects', 'program_id', 'programs', 'id', false),
      ('projects', 'lead_id', 'accounts', 'id', false),
      ('projects', 'archived_by_id', 'accounts', 'id', false),
      ('projects', 'deleted_by_id', 'accounts', 'id', false),
      ('sso_providers', 'changed_by_id', 'accounts', 'id', false),
      ('workspace_groups', 'lead_id', 'accounts', 'id', false),
      ('workspace_invites', 'invited_by_id', 'accounts', 'id', false),
      ('workspace_invites', 'accepted_by_id', 'accounts', 'id', false),
      ('api_tokens', 'created_by_id', 'accounts', 'id', false),
      ('dependencies', 'accepted_by_id', 'accounts', 'id', false),
      ('import_requests', 'requested_by_id', 'accounts', 'id', false),
      ('monte_carlo_runs', 'triggered_by_id', 'accounts', 'id', false),
      ('program_import_jobs', 'replaced_program_id', 'programs', 'id', false),
      ('share_links', 'created_by_id', 'accounts', 'id', false),
      ('task_operations', 'applied_by_id', 'accounts', 'id', false),
      ('task_operations', 'subtree_id', 'tasks', 'id', false),
      ('task_runs', 'initiated_by_id', 'accounts', 'id', false),
      ('tasks', 'assignee_id', 'accounts', 'id', false),
      ('tasks', 'sprint_id', 'sprints', 'id', false),
      ('tasks', 'parent_epic_id', 'tasks', 'id', false),
      ('tasks', 'blocking_task_id', 'tasks', 'id', false),
      ('tasks', 'blocked_by_id', 'accounts', 'id', false),
      ('template_applications', 'applied_by_id', 'accounts', 'id', false),
      ('acceptance_criteria', 'met_by_id', 'accounts', 'id', false),
      ('task_duration_events', 'actor_id', 'accounts', 'id', false),
      ('task_duration_events', 'sprint_id', 'sprints', 'id', false)
    ) as named (from_table, from_column, to_table, to_column, is_owned)
  loop
    orphan := format('%1$I is not null and not exists (select from %2$I as o where o.%3$I = %4$I.%1$I)',
      key.from_column, key.to_table, key.to_column, key.from_table);
    if not key.is_owned and exists (select from information_schema.columns as c where c.table_schema = 'public'
      and c.table_name = key.from_table and c.column_name = key.from_column and c.is_nullable = 'YES') then
      execute format('update %I set %I = null where %s', key.from_table, key.from_column, orphan);
    else
      execute format('delete from %I where %s', key.from_table, orphan);
    end if;
  end loop;
end $mend$;
delete from "dependencies" as d where not exists (select from "tasks" as t where t."id" = d."predecessor_id")
  or not exists (select from "tasks" as t where t."id" = d."successor_id")
  or not exists (select from "projects" as p where p."id" = d."successor_project_id");
update "project_members" as m set "group_id" = null where m."group_id" is not null
  and not exists (select from "workspace_groups" as g where g."id" = m."group_id");
delete from "task_schedules" as s where not exists (select from "tasks" as t where t."id" = s."task_id");
update "tasks" as c set "parent_id" = null
  where c."parent_id" is not null and not exists (select from "tasks" as t where t."id" = c."parent_id");

-- A key is looked up from both sides: deletions of what it names search for it.
drop index "acceptance_criteria_live";
drop index "tasks_sprint";
create index "acceptance_criteria_task" on "acceptance_criteria" ("task_id", "position", "id");
create index "task_attachments_task_id_index" on "task_attachments" ("task_id");
create index "sprint_close_requests_carry_over_sprint_id_index" on "sprint_close_requests" ("carry_over_sprint_id")
  where "carry_over_sprint_id" is not null;
create index "task_duration_events_project_id_index" on "task_duration_events" ("project_id");
create index "programs_calendar_id_index" on "programs" ("calendar_id") where "calendar_id" is not null;
create index "program_import_jobs_replaced_program_id_index" on "program_import_jobs" ("replaced_program_id")
  where "replaced_program_id" is not null;
create index "program_members_program_id_index" on "program_members" ("program_id");
create index "project_members_project_id_index" on "project_members" ("project_id");
create index "project_templates_source_project_id_index" on "project_templates" ("source_project_id")
  where "source_project_id" is not null;
create index "sso_login_states_provider_slug_index" on "sso_login_states" ("provider_slug");
create index "tasks_calendar_id_index" on "tasks" ("calendar_id") where "calendar_id" is not null;
create index "tasks_sprint_id_index" on "tasks" ("sprint_id") where "sprint_id" is not null;
create index "tasks_parent_epic_id_index" on "tasks" ("parent_epic_id") where "parent_epic_id" is not null;
create index "tasks_blocking_task_id_index" on "tasks" ("blocking_task_id") where "blocking_task_id" is not null;
create index "task_operations_subtree_id_index" on "task_operations" ("subtree_id") where "subtree_id" is not null;
create index "sprint_task_outcomes_next_sprint_id_index" on "sprint_task_outcomes" ("next_sprint_id")
  where "next_sprint_id" is not null;
create index "sprint_task_outcomes_flagged_task_id_index" on "sprint_task_outcomes" ("flagged_task_id")
  where "flagged_task_id" is not null;
create index "workspace_calendar_id_index" on "workspace" ("calendar_id") where "calendar_id" is not null;

-- New rows are checked from now on; those that stand already, by the next migration, which locks no writer out.
alter table "acceptance_criteria" add constraint "acceptance_criteria_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade deferrable initially deferred not valid;
alter table "acceptance_criteria" add constraint "acceptance_criteria_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade deferrable initially deferred not valid;
alter table "acceptance_criteria" add constraint "acceptance_criteria_met_by_id_foreign"
  foreign key ("met_by_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "api_tokens" add constraint "api_tokens_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade deferrable initially deferred not valid;
alter table "api_tokens" add constraint "api_tokens_program_id_foreign"
  foreign key ("program_id") references "programs" ("id") on delete cascade deferrable initially deferred not valid;
alter table "api_tokens" add constraint "api_tokens_owner_id_foreign"
  foreign key ("owner_id") references "accounts" ("id") on delete cascade deferrable initially deferred not valid;
alter table "api_tokens" add constraint "api_tokens_created_by_id_foreign"
  foreign key ("created_by_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "calendar_exceptions" add constraint "calendar_exceptions_calendar_id_foreign"
  foreign key ("calendar_id") references "calendars" ("id") on delete cascade deferrable initially deferred not valid;
alter table "dependencies" add constraint "dependencies_predecessor_project_id_foreign"
  foreign key ("predecessor_project_id") references "projects" ("id") on delete cascade deferrable initially deferred not valid;
alter table "dependencies" add constraint "dependencies_accepted_by_id_foreign"
  foreign key ("accepted_by_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "task_duration_events" add constraint "task_duration_events_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade deferrable initially deferred not valid;
alter table "task_duration_events" add constraint "task_duration_events_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade deferrable initially deferred not valid;
alter table "task_duration_events" add constraint "task_duration_events_actor_id_foreign"
  foreign key ("actor_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "task_duration_events" add constraint "task_duration_events_sprint_id_foreign"
  foreign key ("sprint_id") references "sprints" ("id") on delete set null deferrable initially deferred not valid;
alter table "idempotency_keys" add constraint "idempotency_keys_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade deferrable initially deferred not valid;
alter table "import_chunks" add constraint "import_chunks_request_id_foreign"
  foreign key ("request_id") references "import_requests" ("id") on delete cascade deferrable initially deferred not valid;
alter table "import_requests" add constraint "import_requests_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade deferrable initially deferred not valid;
alter table "import_requests" add constraint "import_requests_requested_by_id_foreign"
  foreign key ("requested_by_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "labels" add constraint "labels_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade deferrable initially deferred not valid;
alter table "monte_carlo_runs" add constraint "monte_carlo_runs_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade deferrable initially deferred not valid;
alter table "monte_carlo_runs" add constraint "monte_carlo_runs_triggered_by_id_foreign"
  foreign key ("triggered_by_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "pins" add constraint "pins_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade deferrable initially deferred not valid;
alter table "programs" add constraint "programs_calendar_id_foreign"
  foreign key ("calendar_id") references "calendars" ("id") on delete no action deferrable initially deferred not valid;
alter table "programs" add constraint "programs_lead_id_foreign"
  foreign key ("lead_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "programs" add constraint "programs_created_by_id_foreign"
  foreign key ("created_by_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "programs" add constraint "programs_closed_by_id_foreign"
  foreign key ("closed_by_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "program_import_jobs" add constraint "program_import_jobs_program_id_foreign"
  foreign key ("program_id") references "programs" ("id") on delete cascade deferrable initially deferred not valid;
alter table "program_import_jobs" add constraint "program_import_jobs_requested_by_id_foreign"
  foreign key ("requested_by_id") references "accounts" ("id") on delete cascade deferrable initially deferred not valid;
alter table "program_import_jobs" add constraint "program_import_jobs_replaced_program_id_foreign"
  foreign key ("replaced_program_id") references "programs" ("id") on delete set null deferrable initially deferred not valid;
alter table "program_members" add constraint "program_members_program_id_foreign"
  foreign key ("program_id") references "programs" ("id") on delete cascade deferrable initially deferred not valid;
alter table "program_members" add constraint "program_members_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade deferrable initially deferred not valid;
alter table "projects" add constraint "projects_program_id_foreign"
  foreign key ("program_id") references "programs" ("id") on delete set null deferrable initially deferred not valid;
alter table "projects" add constraint "projects_calendar_id_foreign"
  foreign key ("calendar_id") references "calendars" ("id") on delete no action deferrable initially deferred not valid;
alter table "projects" add constraint "projects_lead_id_foreign"
  foreign key ("lead_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "projects" add constraint "projects_archived_by_id_foreign"
  foreign key ("archived_by_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "projects" add constraint "projects_deleted_by_id_foreign"
  foreign key ("deleted_by_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "project_calendar_overlays" add constraint "project_calendar_overlays_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade deferrable initially deferred not valid;
alter table "project_calendar_overlays" add constraint "project_calendar_overlays_calendar_id_foreign"
  foreign key ("calendar_id") references "calendars" ("id") on delete no action deferrable initially deferred not valid;
alter table "project_counters" add constraint "project_counters_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade deferrable initially deferred not valid;
alter table "project_members" add constraint "project_members_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade deferrable initially deferred not valid;
alter table "project_members" add constraint "project_members_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade deferrable initially deferred not valid;
alter table "project_resources" add constraint "project_resources_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade deferrable initially deferred not valid;
alter table "project_resources" add constraint "project_resources_resource_id_foreign"
  foreign key ("resource_id") references "resources" ("id") on delete cascade deferrable initially deferred not valid;
alter table "project_templates" add constraint "project_templates_program_id_foreign"
  foreign key ("program_id") references "programs" ("id") on delete no action deferrable initially deferred not valid;
alter table "project_templates" add constraint "project_templates_source_project_id_foreign"
  foreign key ("source_project_id") references "projects" ("id") on delete set null deferrable initially deferred not valid;
alter table "project_templates" add constraint "project_templates_supersedes_id_foreign"
  foreign key ("supersedes_id") references "project_templates" ("id") on delete set null deferrable initially deferred not valid;
alter table "project_templates" add constraint "project_templates_published_by_id_foreign"
  foreign key ("published_by_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "refresh_tokens" add constraint "refresh_tokens_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade deferrable initially deferred not valid;
alter table "resources" add constraint "resources_calendar_id_foreign"
  foreign key ("calendar_id") references "calendars" ("id") on delete no action deferrable initially deferred not valid;
alter table "resource_skills" add constraint "resource_skills_resource_id_foreign"
  foreign key ("resource_id") references "resources" ("id") on delete cascade deferrable initially deferred not valid;
alter table "resource_skills" add constraint "resource_skills_skill_id_foreign"
  foreign key ("skill_id") references "skills" ("id") on delete no action deferrable initially deferred not valid;
alter table "share_links" add constraint "share_links_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade deferrable initially deferred not valid;
alter table "share_links" add constraint "share_links_created_by_id_foreign"
  foreign key ("created_by_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "socket_presence" add constraint "socket_presence_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade deferrable initially deferred not valid;
alter table "socket_tickets" add constraint "socket_tickets_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade deferrable initially deferred not valid;
alter table "sso_identities" add constraint "sso_identities_provider_slug_foreign"
  foreign key ("provider_slug") references "sso_providers" ("slug") on delete cascade deferrable initially deferred not valid;
alter table "sso_identities" add constraint "sso_identities_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade deferrable initially deferred not valid;
alter table "sso_login_states" add constraint "sso_login_states_provider_slug_foreign"
  foreign key ("provider_slug") references "sso_providers" ("slug") on delete cascade deferrable initially deferred not valid;
alter table "sso_login_states" add constraint "sso_login_states_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade deferrable initially deferred not valid;
alter table "sso_providers" add constraint "sso_providers_changed_by_id_foreign"
  foreign key ("changed_by_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "tasks" add constraint "tasks_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade deferrable initially deferred not valid;
alter table "tasks" add constraint "tasks_calendar_id_foreign"
  foreign key ("calendar_id") references "calendars" ("id") on delete no action deferrable initially deferred not valid;
alter table "tasks" add constraint "tasks_assignee_id_foreign"
  foreign key ("assignee_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "tasks" add constraint "tasks_sprint_id_foreign"
  foreign key ("sprint_id") references "sprints" ("id") on delete set null deferrable initially deferred not valid;
alter table "tasks" add constraint "tasks_parent_epic_id_foreign"
  foreign key ("parent_epic_id") references "tasks" ("id") on delete set null deferrable initially deferred not valid;
alter table "tasks" add constraint "tasks_blocking_task_id_foreign"
  foreign key ("blocking_task_id") references "tasks" ("id") on delete set null deferrable initially deferred not valid;
alter table "tasks" add constraint "tasks_blocked_by_id_foreign"
  foreign key ("blocked_by_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "task_labels" add constraint "task_labels_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade deferrable initially deferred not valid;
alter table "task_labels" add constraint "task_labels_label_id_foreign"
  foreign key ("label_id") references "labels" ("id") on delete cascade deferrable initially deferred not valid;
alter table "task_operations" add constraint "task_operations_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade deferrable initially deferred not valid;
alter table "task_operations" add constraint "task_operations_applied_by_id_foreign"
  foreign key ("applied_by_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "task_operations" add constraint "task_operations_subtree_id_foreign"
  foreign key ("subtree_id") references "tasks" ("id") on delete set null deferrable initially deferred not valid;
alter table "task_resources" add constraint "task_resources_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade deferrable initially deferred not valid;
alter table "task_resources" add constraint "task_resources_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade deferrable initially deferred not valid;
alter table "task_resources" add constraint "task_resources_resource_id_foreign"
  foreign key ("resource_id") references "resources" ("id") on delete cascade deferrable initially deferred not valid;
alter table "task_runs" add constraint "task_runs_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade deferrable initially deferred not valid;
alter table "task_runs" add constraint "task_runs_initiated_by_id_foreign"
  foreign key ("initiated_by_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "task_skill_requirements" add constraint "task_skill_requirements_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade deferrable initially deferred not valid;
alter table "task_skill_requirements" add constraint "task_skill_requirements_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade deferrable initially deferred not valid;
alter table "task_skill_requirements" add constraint "task_skill_requirements_skill_id_foreign"
  foreign key ("skill_id") references "skills" ("id") on delete no action deferrable initially deferred not valid;
alter table "task_sync_links" add constraint "task_sync_links_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade deferrable initially deferred not valid;
alter table "task_sync_links" add constraint "task_sync_links_task_id_foreign"
  foreign key ("task_id") references "tasks" ("id") on delete cascade deferrable initially deferred not valid;
alter table "template_applications" add constraint "template_applications_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade deferrable initially deferred not valid;
alter table "template_applications" add constraint "template_applications_template_id_foreign"
  foreign key ("template_id") references "project_templates" ("id") on delete no action deferrable initially deferred not valid;
alter table "template_applications" add constraint "template_applications_applied_by_id_foreign"
  foreign key ("applied_by_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "workspace" add constraint "workspace_calendar_id_foreign"
  foreign key ("calendar_id") references "calendars" ("id") on delete no action deferrable initially deferred not valid;
alter table "workspace_groups" add constraint "workspace_groups_lead_id_foreign"
  foreign key ("lead_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "workspace_group_members" add constraint "workspace_group_members_group_id_foreign"
  foreign key ("group_id") references "workspace_groups" ("id") on delete cascade deferrable initially deferred not valid;
alter table "workspace_group_members" add constraint "workspace_group_members_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade deferrable initially deferred not valid;
alter table "workspace_group_projects" add constraint "workspace_group_projects_group_id_foreign"
  foreign key ("group_id") references "workspace_groups" ("id") on delete cascade deferrable initially deferred not valid;
alter table "workspace_group_projects" add constraint "workspace_group_projects_project_id_foreign"
  foreign key ("project_id") references "projects" ("id") on delete cascade deferrable initially deferred not valid;
alter table "workspace_invites" add constraint "workspace_invites_invited_by_id_foreign"
  foreign key ("invited_by_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "workspace_invites" add constraint "workspace_invites_accepted_by_id_foreign"
  foreign key ("accepted_by_id") references "accounts" ("id") on delete set null deferrable initially deferred not valid;
alter table "workspace_members" add constraint "workspace_members_account_id_foreign"
  foreign key ("account_id") references "accounts" ("id") on delete cascade deferrable initially deferred not valid;
