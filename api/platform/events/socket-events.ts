/**
 * The events of a project's channel by name, as the interface lists them, with the keys of its frames: those that every frame of a
 * name has, and with a question mark those that only some have.
 * A name that is not here cannot be declared. The document of the channel is made of this table and of what is declared
 * (`pages/asyncapi.ts`).
 */
const GROUPS = {
  tasks: {
    task_created: 'id source?',
    task_updated: 'id changed_fields version actor_id ts source?',
    task_deleted: 'id',
    task_duration_changed:
      'id task_id old_duration new_duration percent_complete_at_change percent_complete_after policy_applied',
    task_dates_updated: 'count tasks? truncated?',
    task_restored: 'id',
    tasks_reordered: 'project_id',
    tasks_restructured: 'project_id',
    tasks_bulk_mutated: 'task_ids',
  },
  dependencies: {
    dependency_created: 'id',
    dependency_updated: 'id',
    dependency_deleted: 'id',
    dependency_accepted: 'id',
    dependency_rejected: 'id',
    dependencies_bulk_created: 'dependency_ids',
  },
  relations: {
    task_relation_created: 'id',
    task_relation_updated: 'id',
    task_relation_deleted: 'id',
    task_link_created: 'id task_id',
    task_link_updated: 'id task_id',
    task_link_deleted: 'id task_id',
  },
  scheduling: {
    cpm_complete: 'project_finish critical_path status_date',
    cpm_error: 'error code offending',
    task_run_started: 'task_run_id task_name project_id',
    task_run_progress: 'task_run_id pct msg',
    task_run_completed: 'task_run_id result_summary',
    task_run_failed: 'task_run_id error_detail',
    task_run_cancelled: 'task_run_id',
  },
  baselines: { baseline_created: 'id', baseline_activated: 'id', baseline_deleted: 'id' },
  risks: { risk_created: 'id', risk_updated: 'id', risk_deleted: 'id', risks_imported: 'count ids' },
  labels: { label_created: 'id', label_updated: 'id', label_deleted: 'id' },
  sprints: {
    sprint_created: 'id',
    sprint_updated: 'id',
    sprint_deleted: 'id',
    sprint_activated: 'id',
    sprint_cancelled: 'id',
    sprint_closed: 'id',
    sprint_close_failed: 'id request_id failure_reason attempt_count terminal',
    sprint_reranked: 'project_id sprint_id',
    sprint_scope_changed: 'sprint_id task_id',
    sprint_retro_updated: 'sprint_id',
    milestone_rollup_updated:
      'milestone_id percent_complete rollup_basis variance_days sprint_scope_changed scope_change_sprint_id binding_drifted sprint_count',
    milestone_forecast_updated: 'milestone_id cpm_finish p50 p80 confidence unmodeled_dependency binding_drifted',
    poker_session_updated: 'id task_id state',
    demo_toggled: 'id sprint_id demo_ready',
    demo_reordered: 'sprint_id',
    demo_presenter_set: 'id sprint_id presenter',
    review_note_set: 'id sprint_id note',
    flagged_for_backlog: 'id sprint_id task_id',
    backlog_reranked: 'project_id',
    queue_reordered: 'project_id',
    phases_reordered: 'project_id',
  },
  retrospectives: {
    retro_item_created: 'id retro_id sprint_id column author_id',
    retro_item_updated: 'id retro_id',
    retro_item_moved: 'id retro_id column',
    retro_item_deleted: 'id retro_id',
  },
  comments: {
    task_comment_created: 'id task_id parent_id external_recipient_count',
    task_comment_updated: 'id task_id parent_id',
    task_comment_deleted: 'id task_id parent_id',
    task_comment_ack_changed: 'comment_id task_id',
    task_comment_reaction_added: 'id comment_id task_id',
    task_comment_reaction_removed: 'id comment_id task_id',
    task_attachment_created: 'id task_id',
    task_attachment_deleted: 'id task_id',
    comment_created: 'id risk_id',
  },
  notes: {
    task_note_created: 'id task_id',
    task_note_updated: 'id task_id',
    task_note_deleted: 'id task_id',
    task_note_pinned: 'id task_id pinned',
    task_note_decision_toggled: 'id task_id decision',
  },
  people: {
    roster_changed: 'resource_id',
    assignment_created: 'id task_id',
    assignment_updated: 'id task_id',
    assignment_deleted: 'id task_id',
    team_member_changed: 'membership_id user_id team_id role is_scrum_master is_product_owner',
  },
  boards: {
    board_config_updated: 'columns',
    board_view_created: 'id',
    board_view_updated: 'id',
    board_view_deleted: 'id',
    project_custom_fields_updated: 'id action',
    guardrail_policy_updated: 'id',
  },
  projects: {
    member_added: 'membership_id user_id role',
    member_role_changed: 'membership_id user_id role',
    member_removed: 'membership_id user_id role',
    mention_group_changed: 'group_id change scope? program_id?',
    project_created: 'id',
    project_updated: 'id',
    project_archived: 'id',
    project_unarchived: 'id',
    project_restored: 'id',
    project_transferred: 'id new_owner_id',
    project_deleted: 'id',
    project_hard_deleted: 'id',
    project_calendar_changed: 'id actor',
  },
  programs: {
    program_closed: 'id',
    program_reopened: 'id',
    program_deleted: 'id',
    program_split: 'id',
    program_sponsorship_transferred: 'id new_owner_id',
  },
  suggestions: {
    suggestion_created: 'task_id suggestion_id suggested_user_id',
    suggestion_declined: 'id task_id',
    suggestion_revoked: 'id task_id',
  },
  tokens: { api_token_minted: 'token_prefix name', api_token_revoked: 'token_prefix name' },
  'slip conflicts': { slip_conflict_acknowledged: 'id', slip_conflicts_updated: 'project_id' },
  velocity: { velocity_suggestion_accepted: 'id', velocity_suggestion_dismissed: 'id' },
  signals: {
    signal_privacy_changed: 'id',
    signal_ceiling_proposal_changed: 'id',
    signal_ceiling_vote_cast: 'id',
  },
  presence: { presence_join: 'user_id display_name', presence_leave: 'user_id display_name' },
} as const

type Groups = typeof GROUPS
export type SocketEvent = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups] & string

export interface SocketEventShape {
  readonly name: SocketEvent
  readonly group: string
  /** Keys of every frame. */
  readonly keys: readonly string[]
  /** Keys that some frames have as well. */
  readonly moreKeys: readonly string[]
}

export const SOCKET_EVENTS: readonly SocketEventShape[] = Object.entries(GROUPS).flatMap(([group, events]) =>
  Object.entries(events).map(([name, keys]) => ({
    name: name as SocketEvent,
    group,
    keys: (keys as string).split(' ').filter((key) => !key.endsWith('?')),
    moreKeys: (keys as string).split(' ').flatMap((key) => (key.endsWith('?') ? key.slice(0, -1) : [])),
  })),
)
