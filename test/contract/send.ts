import type { Answer, Client } from '../support/client.ts'
import { OPERATIONS, type Operation } from './operations.ts'
import type { Site } from './world.ts'

/** The row a path parameter stands for, by the path up to it. */
const PARAMETERS: readonly [RegExp, string][] = [
  [/^(\/integrations)?\/projects\/\{\w+\}$/, 'project'],
  [/^\/programs\/\{\w+\}$/, 'program'],
  [/\/programs\/samples\/\{\w+\}$/, 'sample'],
  [/^\/teams\/\{\w+\}$/, 'project'],
  [/^\/(projects|teams)\/.*\/members\/\{\w+\}$/, 'projectMember'],
  [/^\/programs\/.*\/members\/\{\w+\}$/, 'programMember'],
  [/^\/workspace\/members\/\{\w+\}$/, 'workspaceMember'],
  [/^\/workspace\/invites\/\{\w+\}$/, 'invite'],
  [/^\/workspace\/groups\/\{\w+\}$/, 'group'],
  [/^\/workspace\/groups\/.*\/members\/\{\w+\}$/, 'groupUser'],
  [/^\/workspace\/groups\/.*\/projects\/\{\w+\}$/, 'project'],
  [/^\/projects\/.*\/api-tokens\/\{\w+\}$/, 'projectToken'],
  [/^\/programs\/.*\/api-tokens\/\{\w+\}$/, 'programToken'],
  [/^\/me\/api-tokens\/\{\w+\}$/, 'personalToken'],
  [/^\/calendars\/\{\w+\}$/, 'calendar'],
  [/\/exceptions\/\{\w+\}$/, 'exception'],
  [/\/import\/jobs\/\{\w+\}$/, 'seedJob'],
  [/\/(import\/csv|imports)\/\{\w+\}$/, 'importRequest'],
  [/\/task-runs\/\{\w+\}$/, 'taskRun'],
  [/^\/projects\/.*\/export\/jobs\/\{\w+\}$/, 'projectExport'],
  [/^\/programs\/.*\/export\/jobs\/\{\w+\}$/, 'programExport'],
  [/^\/workspace\/export\/\{\w+\}$/, 'workspaceExport'],
  [/^\/me\/time-entries\/\{\w+\}$/, 'timeEntry'],
  [/^\/me\/notifications\/\{\w+\}$/, 'notification'],
  [/^\/me\/notification-preferences\/\{\w+\}$/, 'preference'],
  [/^\/me\/timesheets\/\{\w+\}$/, 'week'],
  [/\/labels\/\{\w+\}$/, 'label'],
  [/\/(fields|field-values)\/\{\w+\}$/, 'field'],
  [/^\/sprints\/\{\w+\}$/, 'sprint'],
  [/^\/sprint-task-outcomes\/\{\w+\}$/, 'outcome'],
  [/\/backlog-items\/\{\w+\}$/, 'backlogItem'],
  [/^\/poker\/\{\w+\}$/, 'round'],
  [/^\/retro-items\/\{\w+\}$/, 'retroItem'],
  [/\/action-items\/\{\w+\}$/, 'retroAction'],
  [/^\/scope-changes\/\{\w+\}$/, 'scopeChange'],
  [/^\/recurrence-rules\/\{\w+\}$/, 'rule'],
  [/^\/slip-conflicts\/\{\w+\}$/, 'slip'],
  [/^\/task-relations\/\{\w+\}$/, 'relation'],
  [/\/risks\/\{\w+\}$/, 'risk'],
  [/\/baselines\/\{\w+\}$/, 'baseline'],
  [/\/phases\/\{\w+\}$/, 'harbour'],
  [/\/board-views\/\{\w+\}$/, 'boardView'],
  [/\/share-links\/\{\w+\}$/, 'shareLink'],
  [/^\/share\/board\/\{\w+\}$/, 'boardToken'],
  [/^\/share\/schedule\/\{\w+\}$/, 'scheduleToken'],
  [/^\/resources\/\{\w+\}$/, 'resource'],
  [/^\/project-resources\/\{\w+\}$/, 'roster'],
  [/^\/task-resources\/\{\w+\}$/, 'assignment'],
  [/^\/skills\/\{\w+\}$/, 'skill'],
  [/^\/resource-skills\/\{\w+\}$/, 'tag'],
  [/^\/task-skill-requirements\/\{\w+\}$/, 'requirement'],
  [/\/tasks\/\{\w+\}$/, 'beta'],
  [/\/comments\/\{\w+\}$/, 'comment'],
  [/\/reactions\/\{\w+\}$/, 'reaction'],
  [/\/notes\/\{\w+\}$/, 'note'],
  [/^\/projects\/.*\/mention-groups\/\{\w+\}$/, 'mentionGroup'],
  [/\/ceremonies\/\{\w+\}$/, 'ceremony'],
  [/^\/programs\/.*\/external-stakeholders\/\{\w+\}$/, 'stakeholder'],
  [/^\/programs\/.*\/mention-groups\/\{\w+\}$/, 'programMentionGroup'],
  [/^\/projects\/.*\/webhooks\/\{\w+\}$/, 'webhook'],
  [/^\/programs\/.*\/webhooks\/\{\w+\}$/, 'programWebhook'],
  [/^\/projects\/.*\/deliveries\/\{\w+\}$/, 'delivery'],
  [/^\/programs\/.*\/deliveries\/\{\w+\}$/, 'programDelivery'],
  [/\/tasks\/.*\/links\/\{\w+\}$/, 'taskLink'],
  [/\/attachments\/\{\w+\}$/, 'attachment'],
  [/^\/dependencies\/\{\w+\}$/, 'link'],
  [/^\/acceptance-criteria\/\{\w+\}$/, 'criterion'],
  [/^\/paste-many-operations\/\{\w+\}$/, 'paste'],
  [/^\/cascade-classification-operations\/\{\w+\}$/, 'classification'],
  [/^\/agent-actions\/\{\w+\}$/, 'agentAction'],
  [/^\/workspace\/sso\/providers\/\{\w+\}$/, 'provider'],
  [/^\/structural-operations\/\{\w+\}$/, 'structural'],
  [/^\/edit-operations\/\{\w+\}$/, 'edit'],
  [/^\/project-templates\/\{\w+\}$/, 'template'],
  [/^\/template-applications\/\{\w+\}$/, 'application'],
  [/^\/admin\/failed-tasks\/\{\w+\}$/, 'failedTask'],
]

export interface Call {
  readonly method: string
  readonly path: string
  readonly body: Readonly<Record<string, unknown>> | undefined
  readonly upload: Operation['upload']
}

export function operationOf(name: string): Operation {
  const operation = OPERATIONS[name]
  if (!operation) throw new Error(`${name} has no line in operations.ts: say who may do it`)
  return operation
}

/** The request of an operation on the rows of a site. `ids` may name other rows for single parameters. */
export function callOf(name: string, site: Pick<Site, 'ids' | 'state'>): Call {
  const operation = operationOf(name)
  const [method, template] = name.split(' ') as [string, string]
  const path = operation.path?.(site.ids) ?? fill(template, site.ids)
  return {
    method,
    path: path + (operation.query?.(site.ids) ?? ''),
    body: operation.body?.(site.ids, site.state),
    upload: operation.upload,
  }
}

function fill(template: string, ids: Site['ids']): string {
  return template.replace(/\{\w+\}/g, (match, offset: number) => {
    const upTo = template.slice(0, offset + match.length)
    const key = PARAMETERS.find(([pattern]) => pattern.test(upTo))?.[1]
    if (key === undefined || ids[key] === undefined) throw new Error(`send.ts knows no row for ${upTo}`)
    return ids[key]
  })
}

// biome-ignore lint/suspicious/noExplicitAny: replies of every shape.
export function send(client: Client, call: Call): Promise<Answer<any>> {
  if (call.upload) return client.upload(call.path, call.upload)
  return client.request(call.method, call.path, call.body)
}

/** Works through many calls, a few at a time. */
export async function each<T>(items: Iterable<T>, width: number, work: (item: T) => Promise<void>): Promise<void> {
  const iterator = items[Symbol.iterator]()
  const lanes = Array.from({ length: width }, async () => {
    for (let next = iterator.next(); !next.done; next = iterator.next()) await work(next.value)
  })
  await Promise.all(lanes)
}
