import { acceptanceRoutes } from '../acceptance/acceptance.routes.ts'
import { assetRoutes } from '../assets/asset.routes.ts'
import { attachmentRoutes } from '../attachments/attachment.routes.ts'
import { attentionRoutes } from '../attention/attention.routes.ts'
import { authRoutes } from '../auth/auth.routes.ts'
import { passwordRoutes } from '../auth/password/password.routes.ts'
import { backlogRoutes } from '../backlog/backlog.routes.ts'
import { baselineRoutes } from '../baselines/baseline.routes.ts'
import { boardRoutes } from '../board/board.routes.ts'
import { calendarRoutes } from '../calendars/calendar.routes.ts'
import { commentRoutes } from '../comments/comment.routes.ts'
import { riskCommentRoutes } from '../comments/risks/risk-comment.routes.ts'
import { customFieldRoutes } from '../custom-fields/custom-field.routes.ts'
import { dependencyRoutes } from '../dependencies/dependency.routes.ts'
import { exportRoutes } from '../exports/export.routes.ts'
import { flowRoutes } from '../flow/flow.routes.ts'
import { historyRoutes } from '../history/history.routes.ts'
import { importRoutes } from '../imports/import.routes.ts'
import { integrationRoutes } from '../integrations/integration.routes.ts'
import { keyRoutes } from '../keys/key.routes.ts'
import { labelRoutes } from '../labels/label.routes.ts'
import { linkRoutes } from '../links/link.routes.ts'
import { emailSettingsRoutes } from '../mail/settings/email-settings.routes.ts'
import { mentionGroupRoutes } from '../mention-groups/mention-group.routes.ts'
import { myWorkRoutes } from '../my-work/my-work.routes.ts'
import { noteRoutes } from '../notes/note.routes.ts'
import { notificationRoutes } from '../notifications/notification.routes.ts'
import { notificationPreferenceRoutes } from '../notifications/preferences/preference.routes.ts'
import { projectDocumentRoutes } from '../notifications/project-document/document.routes.ts'
import { unsubscribeRoutes } from '../notifications/sending/unsubscribe.routes.ts'
import { syncRoutes } from '../offline-sync/sync.routes.ts'
import { failedTaskRoutes } from '../operations/failed-tasks/failed-task.routes.ts'
import { systemHealthRoutes } from '../operations/health/system-health.routes.ts'
import { operationsRoutes } from '../operations/operations.routes.ts'
import { retentionRoutes } from '../operations/retention/retention.routes.ts'
import { telemetryRoutes } from '../operations/telemetry/telemetry.routes.ts'
import { overviewRoutes } from '../overview/overview.routes.ts'
import { projectPictureRoutes } from '../pages/pictures/picture.routes.ts'
import { referenceRoutes } from '../pages/reference/reference.routes.ts'
import { totalsRoutes } from '../pages/totals/totals.routes.ts'
import { peopleRoutes } from '../people/people.routes.ts'
import { phaseRoutes } from '../phases/phase.routes.ts'
import type { Route } from '../platform/http/route.ts'
import { ceremonyRoutes } from '../programs/ceremonies/ceremony.routes.ts'
import { programFigureRoutes } from '../programs/figures/figures.routes.ts'
import { programMemberRoutes } from '../programs/members/member.routes.ts'
import { phaseGateRoutes } from '../programs/phase-gate/phase-gate.routes.ts'
import { programRoutes } from '../programs/program.routes.ts'
import { programPolicyRoutes } from '../programs/program-policy.routes.ts'
import { stakeholderRoutes } from '../programs/stakeholders/stakeholder.routes.ts'
import { appliedCalendarRoutes } from '../projects/calendars/applied-calendar.routes.ts'
import { projectStateRoutes } from '../projects/lifecycle/project-state.routes.ts'
import { projectMemberRoutes } from '../projects/members/member.routes.ts'
import { pinRoutes } from '../projects/pins/pin.routes.ts'
import { presenceRoutes } from '../projects/presence/presence.routes.ts'
import { projectRoutes } from '../projects/project.routes.ts'
import { teamRoutes } from '../projects/teams/team.routes.ts'
import { visitRoutes } from '../projects/visits/visit.routes.ts'
import { recurrenceRoutes } from '../recurrence/recurrence.routes.ts'
import { riskRoutes } from '../risks/risk.routes.ts'
import { sampleRoutes } from '../samples/sample.routes.ts'
import { withPredictions } from '../schedule/predictions/with-predictions.ts'
import { scheduleRoutes } from '../schedule/schedule.routes.ts'
import { searchRoutes } from '../search/search.routes.ts'
import { shareRoutes } from '../sharing/share.routes.ts'
import { signalRoutes } from '../signals/signal.routes.ts'
import { slipConflictRoutes } from '../slip-conflicts/slip-conflict.routes.ts'
import { sprintRoutes } from '../sprints/sprint.routes.ts'
import { ssoRoutes } from '../sso/sso.routes.ts'
import { taskRelationRoutes } from '../task-relations/task-relation.routes.ts'
import { taskSyncRoutes } from '../task-sync/task-sync.routes.ts'
import { guardrailRoutes } from '../tasks/guardrails/guardrail.routes.ts'
import { taskRoutes } from '../tasks/task.routes.ts'
import { withUndoRecords } from '../tasks/undo/edits/with-undo-records.ts'
import { templateRoutes } from '../templates/template.routes.ts'
import { timeRoutes } from '../time/time.routes.ts'
import { agentLogRoutes } from '../tokens/agent-log/agent-log.routes.ts'
import { tokenRoutes } from '../tokens/token.routes.ts'
import { webhookRoutes } from '../webhooks/webhook.routes.ts'
import { workspaceRoutes } from '../workspace/workspace.routes.ts'

/** Every endpoint of the service, one line a slice. */
const table: readonly Route[] = [
  ...acceptanceRoutes,
  ...pinRoutes,
  ...programPolicyRoutes,
  ...phaseGateRoutes,
  ...sampleRoutes,
  ...programMemberRoutes,
  ...programRoutes,
  ...programFigureRoutes,
  ...stakeholderRoutes,
  ...ceremonyRoutes,
  ...projectMemberRoutes,
  ...teamRoutes,
  ...keyRoutes,
  ...calendarRoutes,
  ...appliedCalendarRoutes,
  ...projectStateRoutes,
  ...projectRoutes,
  ...authRoutes,
  ...passwordRoutes,
  ...workspaceRoutes,
  ...emailSettingsRoutes,
  ...dependencyRoutes,
  ...importRoutes,
  ...exportRoutes,
  ...labelRoutes,
  ...historyRoutes,
  ...syncRoutes,
  ...overviewRoutes,
  ...customFieldRoutes,
  ...commentRoutes,
  ...riskCommentRoutes,
  ...mentionGroupRoutes,
  ...noteRoutes,
  ...attachmentRoutes,
  ...riskRoutes,
  ...backlogRoutes,
  ...baselineRoutes,
  ...linkRoutes,
  ...guardrailRoutes,
  ...phaseRoutes,
  ...boardRoutes,
  ...recurrenceRoutes,
  ...slipConflictRoutes,
  ...taskRelationRoutes,
  ...attentionRoutes,
  ...searchRoutes,
  ...visitRoutes,
  ...operationsRoutes,
  ...failedTaskRoutes,
  ...systemHealthRoutes,
  ...retentionRoutes,
  ...telemetryRoutes,
  ...notificationRoutes,
  ...notificationPreferenceRoutes,
  ...unsubscribeRoutes,
  ...projectDocumentRoutes,
  ...peopleRoutes,
  ...presenceRoutes,
  ...referenceRoutes(() => routes),
  ...shareRoutes,
  ...signalRoutes,
  ...flowRoutes,
  ...projectPictureRoutes,
  ...totalsRoutes,
  ...sprintRoutes,
  ...ssoRoutes,
  ...taskRoutes,
  ...templateRoutes,
  ...timeRoutes,
  ...agentLogRoutes,
  ...taskSyncRoutes,
  ...tokenRoutes,
  ...scheduleRoutes,
  ...webhookRoutes,
  ...integrationRoutes,
  ...myWorkRoutes,
  ...assetRoutes,
]

export const routes: readonly Route[] = withPredictions(withUndoRecords(table))
