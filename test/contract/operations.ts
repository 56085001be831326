/**
 * Who may do what, one line an operation, written from the specification (4.0, 5.2, 5.5) and not from the routes. Each
 * line also says how a request looks that a permitted caller gets done. A new route belongs into the file of its section.
 */

import { acceptanceOperations } from './operations/acceptance.ts'
import { accountOperations } from './operations/account.ts'
import { attachmentsOperations } from './operations/attachments.ts'
import { backlogOperations } from './operations/backlog.ts'
import { baselinesOperations } from './operations/baselines.ts'
import { boardsOperations } from './operations/boards.ts'
import { calendarsOperations } from './operations/calendars.ts'
import { customFieldsOperations } from './operations/custom-fields.ts'
import { discussionOperations } from './operations/discussion.ts'
import { importsOperations } from './operations/imports.ts'
import { installationOperations } from './operations/installation.ts'
import { integrationsOperations } from './operations/integrations.ts'
import { labelsOperations } from './operations/labels.ts'
import { lookingAroundOperations } from './operations/looking-around.ts'
import { mentionGroupsOperations } from './operations/mention-groups.ts'
import { notificationOperations } from './operations/notifications.ts'
import { peopleOperations } from './operations/people.ts'
import { programsOperations } from './operations/programs.ts'
import { projectsOperations } from './operations/projects.ts'
import { recurrenceOperations } from './operations/recurrence.ts'
import { risksOperations } from './operations/risks.ts'
import type { Operations } from './operations/rules.ts'
import { scheduleOperations } from './operations/schedule.ts'
import { sharingOperations } from './operations/sharing.ts'
import { slipConflictsOperations } from './operations/slip-conflicts.ts'
import { sprintsOperations } from './operations/sprints.ts'
import { taskRelationsOperations } from './operations/task-relations.ts'
import { tasksOperations } from './operations/tasks.ts'
import { templatesOperations } from './operations/templates.ts'
import { timeOperations } from './operations/time.ts'
import { webhooksOperations } from './operations/webhooks.ts'
import { workspaceOperations } from './operations/workspace.ts'

export type { Operation, Outcome } from './operations/rules.ts'

export const OPERATIONS: Operations = {
  ...accountOperations,
  ...workspaceOperations,
  ...calendarsOperations,
  ...projectsOperations,
  ...programsOperations,
  ...tasksOperations,
  ...labelsOperations,
  ...customFieldsOperations,
  ...discussionOperations,
  ...mentionGroupsOperations,
  ...notificationOperations,
  ...webhooksOperations,
  ...attachmentsOperations,
  ...lookingAroundOperations,
  ...risksOperations,
  ...baselinesOperations,
  ...boardsOperations,
  ...recurrenceOperations,
  ...slipConflictsOperations,
  ...taskRelationsOperations,
  ...peopleOperations,
  ...timeOperations,
  ...acceptanceOperations,
  ...scheduleOperations,
  ...importsOperations,
  ...templatesOperations,
  ...backlogOperations,
  ...sprintsOperations,
  ...sharingOperations,
  ...installationOperations,
  ...integrationsOperations,
}
