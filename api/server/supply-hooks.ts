import { criteriaInTasks } from '../acceptance/criteria-in-tasks.ts'
import { systemProjectScope } from '../access/project-scope.ts'
import { copyAttachments } from '../attachments/copy-attachments.ts'
import { labelPulledTask } from '../backlog/backlog.hooks.ts'
import { baselinesInTasks } from '../baselines/baselines-in-tasks.ts'
import { reachGroups } from '../comments/mentions/mention.hooks.ts'
import { mentionsInTasks } from '../comments/mentions/mentions-in-tasks.ts'
import { fieldsInTasks } from '../custom-fields/fields-in-tasks.ts'
import { lockEdgeProjects } from '../dependencies/lock-edges.ts'
import { dependenciesTold } from '../dependencies/tell-dependencies.ts'
import { externalWork } from '../integrations/connections/external-work.ts'
import { touchCredential } from '../integrations/credentials/credential.queries.ts'
import { askLinked as askLinkedSystem } from '../integrations/linked/ask-linked.ts'
import { labelByTags } from '../labels/label-pulled-task.ts'
import { labelsInTasks } from '../labels/labels-in-tasks.ts'
import { askLinked, noteCredentialUse } from '../links/link.hooks.ts'
import { linksInTasks } from '../links/links-in-tasks.ts'
import { findReachedGroups } from '../mention-groups/mention-group.queries.ts'
import { readExternalWork } from '../my-work/my-work.hooks.ts'
import { notesInTasks } from '../notes/notes-in-tasks.ts'
import { tellOfTodaysTasks } from '../notifications/tell/tell-of-day.ts'
import { tellPeople } from '../notifications/tell/tell-people.ts'
import { clockedParts } from '../operations/health/cadence.ts'
import { isHeardOutside, planWebhooks, rowTellers, tellOfEvents } from '../platform/events/event.hooks.ts'
import { lockLinksOfRestored, restoreLinksOf } from '../projects/lifecycle/project.hooks.ts'
import { isInUse } from '../projects/project-lock.ts'
import { beforePass } from '../recompute/request-recompute.ts'
import { handOnAttachments, tellOfDay } from '../recurrence/recurrence.hooks.ts'
import { recurrenceInTasks } from '../recurrence/recurrence-in-tasks.ts'
import { risksInTasks } from '../risks/risks-in-tasks.ts'
import { risksTold } from '../risks/tell-risks.ts'
import { readTeamPace } from '../schedule/schedule.hooks.ts'
import { admitNewcomers, followTasks } from '../sprints/follow-tasks.ts'
import { rollupsInTasks, scopeChangesInTasks } from '../sprints/sprints-in-tasks.ts'
import { tellPace } from '../sprints/velocity/tell-pace.ts'
import { relationsInTasks } from '../task-relations/relations-in-tasks.ts'
import { taskParts } from '../tasks/reading/task-relatives.ts'
import { rollUpPhases } from '../tasks/rollup/roll-up-phases.ts'
import { afterTaskWrite } from '../tasks/task.hooks.ts'
import { restoreCrossEdges } from '../tasks/trash/restore-edges.ts'
import { tasksTold } from '../tasks/writing/tell-tasks.ts'
import { HEARD_OUTSIDE } from '../webhooks/deliveries/listener.queries.ts'
import { planDeliveries } from '../webhooks/deliveries/plan-deliveries.ts'

import { clockedJobs } from './clocked-jobs.ts'

/** What rooms above do for those below in their transactions: hook by hook, one line each. */
export function supplyHooks(): void {
  lockLinksOfRestored.supply(async (ctx, link) => {
    await lockEdgeProjects(ctx, link)
  })
  restoreLinksOf.supply(async (ctx, { projectId, deletedAt }) =>
    restoreCrossEdges(await systemProjectScope(ctx, projectId), deletedAt.toISOString()),
  )
  beforePass.supply(async (ctx, { projectId, standAlone }) => {
    if (!standAlone) await rollUpPhases(ctx, projectId)
    if (isInUse(ctx, projectId, 'sprints')) await followTasks(ctx, projectId)
  })
  afterTaskWrite.supply(async (ctx, { projectId }) => {
    if (isInUse(ctx, projectId, 'sprints')) await admitNewcomers(ctx, projectId)
  })
  readTeamPace.supply(tellPace)
  askLinked.supply(askLinkedSystem)
  noteCredentialUse.supply((ctx, { provider }) => touchCredential(ctx, provider))
  clockedParts.supply(clockedJobs)
  readExternalWork.supply(externalWork)
  handOnAttachments.supply(copyAttachments)
  tellOfDay.supply(tellOfTodaysTasks)
  reachGroups.supply(findReachedGroups)
  labelPulledTask.supply(labelByTags)
  tellOfEvents.supply(tellPeople)
  planWebhooks.supply(planDeliveries)
  isHeardOutside.supply([HEARD_OUTSIDE])
  rowTellers.supply([tasksTold, dependenciesTold, risksTold])
  taskParts.supply([
    labelsInTasks,
    criteriaInTasks,
    fieldsInTasks,
    risksInTasks,
    baselinesInTasks,
    relationsInTasks,
    recurrenceInTasks,
    notesInTasks,
    mentionsInTasks,
    linksInTasks,
    scopeChangesInTasks,
    rollupsInTasks,
  ])
}
