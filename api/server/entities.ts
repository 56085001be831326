import { AcceptanceCriterionSchema } from '../acceptance/acceptance-criterion.entity.ts'
import { AccountSchema } from '../accounts/account.entity.ts'
import { AttachmentSchema } from '../attachments/attachment.entity.ts'
import { WorkspaceAuditEventSchema } from '../audit/audit-event.entity.ts'
import { RefreshTokenSchema, SocketTicketSchema } from '../auth/refresh-token.entity.ts'
import { BacklogItemSchema } from '../backlog/items/backlog-item.entity.ts'
import { BaselineSchema, BaselineTaskSchema } from '../baselines/baseline.entity.ts'
import { BoardConfigSchema, BoardViewSchema } from '../board/board.entity.ts'
import { CalendarExceptionSchema, CalendarSchema, ProjectCalendarOverlaySchema } from '../calendars/calendar.entity.ts'
import {
  CommentAcknowledgementSchema,
  CommentMentionSchema,
  CommentReactionSchema,
  CommentSchema,
} from '../comments/comment.entity.ts'
import { RiskCommentSchema } from '../comments/risks/risk-comment.entity.ts'
import { CustomFieldSchema, TaskFieldValueSchema } from '../custom-fields/custom-field.entity.ts'
import { DependencySchema } from '../dependencies/dependency.entity.ts'
import { ExportJobSchema } from '../exports/bundles/export-job.entity.ts'
import { HistoryRowSchema } from '../history/history-row.entity.ts'
import { ImportChunkSchema, ImportRequestSchema } from '../imports/import-request.entity.ts'
import { ProgramImportJobSchema } from '../imports/seed/seed-job.entity.ts'
import {
  ExternalConnectionSchema,
  ExternalCredentialSchema,
  ExternalItemSchema,
  GitAutomationSchema,
  GitDeliverySchema,
} from '../integrations/integration.entity.ts'
import { IssuedKeySchema } from '../keys/issued-key.entity.ts'
import { LabelSchema, TaskLabelSchema } from '../labels/label.entity.ts'
import { InstallationCounterSchema } from '../levels/installation-counter.entity.ts'
import { ProgramMemberSchema, ProgramSchema } from '../levels/program.entity.ts'
import { WorkspaceMemberSchema, WorkspaceSchema } from '../levels/workspace.entity.ts'
import { TaskLinkSchema } from '../links/link.entity.ts'
import { MailMessageSchema } from '../mail/mail-message.entity.ts'
import { EmailSettingsSchema, MailMinuteSchema } from '../mail/settings/email-settings.entity.ts'
import {
  MentionGroupMemberSchema,
  MentionGroupMuteSchema,
  MentionGroupSchema,
} from '../mention-groups/mention-group.entity.ts'
import { DecisionsPolicySchema, NoteSchema } from '../notes/note.entity.ts'
import {
  NotificationPreferenceSchema,
  NotificationSchema,
  NotificationSettingsSchema,
  ProjectNotificationDocumentSchema,
} from '../notifications/notification.entity.ts'
import { ToldFinishSchema, ToldRoundSchema } from '../notifications/rounds/round.entity.ts'
import { SyncBatchSchema } from '../offline-sync/sync-batch.entity.ts'
import { FailedTaskSchema } from '../operations/failed-tasks/failed-task.entity.ts'
import { JobHeartbeatSchema } from '../operations/heartbeat.entity.ts'
import { PurgeRunSchema, RetentionScheduleSchema } from '../operations/retention/purge-run.entity.ts'
import { TaskResourceSchema } from '../people/assignments/task-resource.entity.ts'
import { ResourceSchema } from '../people/resources/resource.entity.ts'
import { ProjectResourceSchema } from '../people/roster/project-resource.entity.ts'
import { ResourceSkillSchema, SkillSchema, TaskSkillRequirementSchema } from '../people/skills/skill.entity.ts'
import { PhaseColorSchema } from '../phases/phase.entity.ts'
import { OutboxChannelSchema, OutboxEventSchema } from '../platform/events/outbox.entity.ts'
import { IdempotencyKeySchema } from '../platform/http/idempotency/idempotency.entity.ts'
import { RateCountSchema } from '../platform/http/rate-count.entity.ts'
import { SocketPresenceSchema } from '../platform/realtime/presence.entity.ts'
import { CeremonySchema } from '../programs/ceremonies/ceremony.entity.ts'
import { PhaseGateConfigSchema } from '../programs/phase-gate/phase-gate.entity.ts'
import { ExternalStakeholderSchema } from '../programs/stakeholders/stakeholder.entity.ts'
import { ProjectMemberSchema } from '../projects/members/project-member.entity.ts'
import { PinSchema } from '../projects/pins/pin.entity.ts'
import { ProjectCounterSchema, ProjectSchema } from '../projects/project.entity.ts'
import { ProjectVisitSchema } from '../projects/visits/visit.entity.ts'
import { RecurrenceOccurrenceSchema, RecurrenceRuleSchema } from '../recurrence/recurrence-rule.entity.ts'
import { RetentionPolicySchema } from '../retention/retention-policy.entity.ts'
import { RiskSchema, RiskTaskSchema } from '../risks/risk.entity.ts'
import { DatePassSchema } from '../schedule/date-pass.entity.ts'
import { MonteCarloRunSchema } from '../schedule/monte-carlo/monte-carlo-run.entity.ts'
import { ScheduleBlockSchema } from '../schedule/schedule-block.entity.ts'
import { TaskRunSchema } from '../schedule/task-runs/task-run.entity.ts'
import { ShareLinkSchema } from '../sharing/share-link.entity.ts'
import { CeilingProposalSchema, CeilingVoteSchema } from '../signals/proposals/ceiling-proposal.entity.ts'
import { TeamSignalSchema } from '../signals/team-signal.entity.ts'
import { SlipConflictSchema } from '../slip-conflicts/slip-conflict.entity.ts'
import { BurnSnapshotSchema } from '../sprints/burndown/burn-snapshot.entity.ts'
import { CloseRequestSchema } from '../sprints/close/close-request.entity.ts'
import { MilestoneForecastSchema } from '../sprints/forecast/milestone-forecast.entity.ts'
import { TaskOutcomeSchema } from '../sprints/outcome/task-outcome.entity.ts'
import { PokerSessionSchema, PokerVoteSchema } from '../sprints/poker/poker.entity.ts'
import { SprintPulseSchema } from '../sprints/pulse/pulse.entity.ts'
import { RetroActionSchema, RetroItemSchema, RetroSchema } from '../sprints/retro/retro.entity.ts'
import { ScopeChangeSchema } from '../sprints/scope/scope-change.entity.ts'
import { SprintMemberSchema, SprintSchema } from '../sprints/sprint.entity.ts'
import { VelocitySuggestionSchema } from '../sprints/velocity/velocity-suggestion.entity.ts'
import { SsoIdentitySchema, SsoLoginStateSchema, SsoProviderSchema } from '../sso/sso.entity.ts'
import { TaskRelationEndSchema, TaskRelationSchema } from '../task-relations/task-relation.entity.ts'
import { TaskSyncLinkSchema } from '../task-sync/sync-link.entity.ts'
import { DurationEventSchema } from '../tasks/duration-events/duration-event.entity.ts'
import { GuardrailPolicySchema } from '../tasks/guardrails/guardrail-policy.entity.ts'
import { TaskSuggestionSchema } from '../tasks/suggestions/task-suggestion.entity.ts'
import { TaskSchema } from '../tasks/task.entity.ts'
import { TaskOperationSchema } from '../tasks/undo/task-operation.entity.ts'
import { ProjectTemplateSchema, TemplateApplicationSchema } from '../templates/template.entity.ts'
import { RunningTimerSchema, TimeEntrySchema, TimesheetSchema } from '../time/time.entity.ts'
import { AgentActionSchema, AgentChainHeadSchema } from '../tokens/agent-log/agent-action.entity.ts'
import { ApiTokenAuditSchema, ApiTokenSchema } from '../tokens/api-token.entity.ts'
import { WebhookDeliverySchema, WebhookSchema } from '../webhooks/webhook.entity.ts'
import {
  WorkspaceGroupMemberSchema,
  WorkspaceGroupProjectSchema,
  WorkspaceGroupSchema,
} from '../workspace/groups/group.entity.ts'
import { WorkspaceInviteSchema } from '../workspace/invites/invite.entity.ts'
import { WorkspaceLogoSchema } from '../workspace/logo/logo.entity.ts'

/** Every table of the service, one line a slice. */
export const entities = [
  OutboxEventSchema,
  OutboxChannelSchema,
  JobHeartbeatSchema,
  FailedTaskSchema,
  NotificationSchema,
  NotificationPreferenceSchema,
  NotificationSettingsSchema,
  ProjectNotificationDocumentSchema,
  ToldRoundSchema,
  ToldFinishSchema,
  IdempotencyKeySchema,
  RateCountSchema,
  SocketPresenceSchema,
  AccountSchema,
  RefreshTokenSchema,
  SocketTicketSchema,
  ApiTokenSchema,
  ApiTokenAuditSchema,
  AgentActionSchema,
  AgentChainHeadSchema,
  TaskSyncLinkSchema,
  ShareLinkSchema,
  SsoProviderSchema,
  SsoIdentitySchema,
  SsoLoginStateSchema,
  WorkspaceSchema,
  WorkspaceMemberSchema,
  WorkspaceInviteSchema,
  WorkspaceGroupSchema,
  WorkspaceGroupMemberSchema,
  WorkspaceGroupProjectSchema,
  WorkspaceAuditEventSchema,
  MailMessageSchema,
  EmailSettingsSchema,
  MailMinuteSchema,
  IssuedKeySchema,
  ProgramSchema,
  ProgramMemberSchema,
  ExternalStakeholderSchema,
  CeremonySchema,
  WorkspaceLogoSchema,
  TaskSuggestionSchema,
  PhaseGateConfigSchema,
  ProjectSchema,
  ProjectCounterSchema,
  ProjectMemberSchema,
  PinSchema,
  ProjectVisitSchema,
  CalendarSchema,
  CalendarExceptionSchema,
  ProjectCalendarOverlaySchema,
  TaskSchema,
  ScheduleBlockSchema,
  DurationEventSchema,
  SprintSchema,
  SprintMemberSchema,
  PokerSessionSchema,
  PokerVoteSchema,
  RetroSchema,
  RetroActionSchema,
  RetroItemSchema,
  SprintPulseSchema,
  ScopeChangeSchema,
  BurnSnapshotSchema,
  CloseRequestSchema,
  TaskOutcomeSchema,
  MilestoneForecastSchema,
  TaskOperationSchema,
  DependencySchema,
  ResourceSchema,
  ProjectResourceSchema,
  TaskResourceSchema,
  SkillSchema,
  ResourceSkillSchema,
  TaskSkillRequirementSchema,
  LabelSchema,
  TaskLabelSchema,
  RiskSchema,
  RiskTaskSchema,
  TimeEntrySchema,
  RunningTimerSchema,
  TimesheetSchema,
  GuardrailPolicySchema,
  PhaseColorSchema,
  BoardConfigSchema,
  BoardViewSchema,
  RecurrenceRuleSchema,
  RecurrenceOccurrenceSchema,
  TeamSignalSchema,
  CeilingProposalSchema,
  CeilingVoteSchema,
  VelocitySuggestionSchema,
  SlipConflictSchema,
  TaskRelationSchema,
  TaskRelationEndSchema,
  CustomFieldSchema,
  TaskFieldValueSchema,
  AcceptanceCriterionSchema,
  CommentSchema,
  CommentMentionSchema,
  CommentReactionSchema,
  CommentAcknowledgementSchema,
  RiskCommentSchema,
  MentionGroupSchema,
  MentionGroupMemberSchema,
  MentionGroupMuteSchema,
  NoteSchema,
  AttachmentSchema,
  TaskLinkSchema,
  DecisionsPolicySchema,
  BacklogItemSchema,
  BaselineSchema,
  BaselineTaskSchema,
  HistoryRowSchema,
  SyncBatchSchema,
  InstallationCounterSchema,
  DatePassSchema,
  MonteCarloRunSchema,
  TaskRunSchema,
  ImportRequestSchema,
  ImportChunkSchema,
  ProgramImportJobSchema,
  ProjectTemplateSchema,
  TemplateApplicationSchema,
  WebhookSchema,
  WebhookDeliverySchema,
  ExternalCredentialSchema,
  ExternalConnectionSchema,
  ExternalItemSchema,
  GitAutomationSchema,
  GitDeliverySchema,
  ExportJobSchema,
  RetentionPolicySchema,
  RetentionScheduleSchema,
  PurgeRunSchema,
]

declare module '../database.ts' {
  interface Registered {
    readonly entities: typeof entities
  }
}
