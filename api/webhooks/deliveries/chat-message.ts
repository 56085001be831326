import { PING, type WebhookEvent } from '../webhook-events.ts'

/** Facts of an event by name; what a message shows of them is chosen below. */
type Facts = Readonly<Record<string, unknown>>

interface Look {
  readonly title: string
  readonly color: string
  /** Title and fact of each line. */
  readonly lines: readonly (readonly [title: string, fact: string])[]
}

const GOOD = '#1C6B3A'
const BAD = '#B91C1C'
const PLAIN = '#6B6965'

const TASK = [
  ['Status', 'status'],
  ['Assignee', 'assignee'],
  ['Planned start', 'planned_start'],
] as const
const COMMENT = [
  ['Author', 'author_display'],
  ['Status', 'status'],
  ['Assignee', 'assignee'],
] as const
const LINK = [
  ['Type', 'dep_type'],
  ['Lag', 'lag'],
  ['Predecessor', 'predecessor'],
  ['Successor', 'successor'],
] as const
const SPRINT = [
  ['State', 'state'],
  ['Goal', 'goal'],
  ['Committed points', 'committed_points'],
  ['Start', 'start_date'],
  ['Finish', 'finish_date'],
] as const
const SCOPE = [
  ['Item', 'item_name'],
  ['Decision', 'status'],
  ['Goal impact', 'goal_impact'],
] as const
const RISK = [
  ['Status', 'status'],
  ['Severity', 'severity'],
  ['Probability', 'probability'],
  ['Impact', 'impact'],
  ['Category', 'category'],
] as const
const BASELINE = [
  ['Tasks', 'task_count'],
  ['Has dates', 'has_cpm_dates'],
] as const

const LOOKS: Readonly<Record<WebhookEvent | typeof PING, Look>> = {
  'task.created': { title: 'Task created', color: GOOD, lines: TASK },
  'task.updated': { title: 'Task updated', color: PLAIN, lines: TASK },
  'task.deleted': { title: 'Task deleted', color: BAD, lines: TASK },
  'task.assigned': { title: 'Task assigned', color: PLAIN, lines: TASK },
  'task.assignee_changed': { title: 'Task reassigned', color: PLAIN, lines: TASK },
  'task.mentioned': { title: 'Mentioned in a comment', color: PLAIN, lines: TASK },
  'task.due_date_changed': { title: 'Planned date changed', color: PLAIN, lines: TASK },
  'dependency.created': { title: 'Dependency created', color: GOOD, lines: LINK },
  'dependency.deleted': { title: 'Dependency deleted', color: BAD, lines: LINK },
  'schedule.recalculated': {
    title: 'Schedule recalculated',
    color: PLAIN,
    lines: [['Project finish', 'project_finish']],
  },
  'project.created': { title: 'Project created', color: GOOD, lines: [['Start', 'start_date']] },
  'sprint.activated': { title: 'Sprint activated', color: GOOD, lines: SPRINT },
  'sprint.closed': { title: 'Sprint closed', color: GOOD, lines: SPRINT },
  'sprint.scope_changed': { title: 'Sprint scope changed', color: PLAIN, lines: SCOPE },
  'risk.opened': { title: 'Risk opened', color: BAD, lines: RISK },
  'risk.escalated': { title: 'Risk escalated', color: BAD, lines: RISK },
  'risk.closed': { title: 'Risk closed', color: GOOD, lines: RISK },
  'baseline.captured': { title: 'Baseline captured', color: GOOD, lines: BASELINE },
  'comment.created': { title: 'Comment added', color: GOOD, lines: COMMENT },
  [PING]: { title: 'Webhook test', color: PLAIN, lines: [] },
}

/** The event as a message of a chat service. Empty facts are left out; 0 and false are shown. */
export function chatMessage(eventType: string, facts: Facts): object {
  const { title, color, lines } = LOOKS[eventType as keyof typeof LOOKS]
  const subject = escaped([facts.name, facts.title, facts.item_name, facts.id].find(isSaid) ?? eventType)
  const fields = lines.flatMap(([name, fact]) =>
    isSaid(facts[fact]) ? [{ title: name, value: escaped(facts[fact]), short: true }] : [],
  )
  return {
    text: `*${title}* - ${subject}`,
    attachments: [{ color, title: subject, fields, footer: eventType, mrkdwn_in: ['text'] }],
  }
}

function isSaid(fact: unknown): boolean {
  return fact !== null && fact !== undefined && fact !== ''
}

/** The three characters that mean something in such messages, as their manuals ask. */
function escaped(fact: unknown): string {
  return String(fact).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
