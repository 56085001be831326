import type { CauseDocument, LinkDocument, ValueDocument } from './difference-document.ts'

/** How a task is called, by its id and by its name where the cause has it. */
export type NameTask = (id: string, name: string | null) => string

function byIdAndName(id: string, name: string | null): string {
  return name === null || name === id ? id : `${id} ${name}`
}

const KIND_TEXTS: Record<CauseDocument['kind'], string> = {
  project_start: 'project start',
  status_date: 'data date',
  calendar: 'calendar',
  link_removed: 'link removed',
  task_removed: 'task removed',
  task_added: 'task added',
  parent: 'parent',
  task_calendar: 'calendar of the task',
  duration: 'duration',
  milestone_at: 'moment of the milestone',
  planned_start: 'planned start',
  constraint: 'constraint',
  deadline: 'deadline',
  progress: 'progress',
  estimates: 'estimates',
  link_changed: 'link changed',
  link_added: 'link added',
}

/** A change in words; `nameOf` says how its tasks are called, as a command does by number and a page by name. */
export function causeInWords(cause: CauseDocument, nameOf: NameTask = byIdAndName): string {
  const { kind, task, task_name: name, link, calendar, before, after } = cause
  const subject = task === null ? '' : `${nameOf(task, name)}: `
  if (link !== null)
    return `${KIND_TEXTS[kind]}: ${kind === 'link_changed' ? `${valueText(before, nameOf)} → ` : ''}${linkText(link, nameOf)}`
  if (kind === 'task_added' || kind === 'task_removed') return subject + KIND_TEXTS[kind]
  if (kind === 'calendar') {
    const what = before === null ? 'added' : after === null ? 'removed' : 'changed'
    return `${calendar === '' ? 'project calendar' : `calendar "${calendar}"`} ${what}`
  }
  return `${subject}${KIND_TEXTS[kind]} ${changeText(before, after)}`
}

/** Of several fields only those that differ. */
function changeText(before: ValueDocument, after: ValueDocument): string {
  if (isFields(before) && isFields(after)) {
    return Object.keys(after)
      .filter((name) => before[name] !== after[name])
      .map(
        (name) => `${name.replace(/_/g, ' ')} ${valueText(before[name] ?? null)} → ${valueText(after[name] ?? null)}`,
      )
      .join(', ')
  }
  return `${valueText(before)} → ${valueText(after)}`
}

function valueText(value: ValueDocument, nameOf: NameTask = byIdAndName): string {
  if (value === null) return 'none'
  if (value === '') return 'the project calendar'
  if (typeof value !== 'object') return String(value)
  return 'predecessor' in value ? linkText(value as LinkDocument, nameOf) : JSON.stringify(value)
}

function isFields(value: ValueDocument): value is Record<string, number | string | null> {
  return typeof value === 'object' && value !== null && !('predecessor' in value)
}

function linkText({ predecessor, successor, dep_type, lag, lag_unit }: LinkDocument, nameOf: NameTask): string {
  const lagText = lag === 0 ? '' : `${lag > 0 ? '+' : ''}${lag}${lag_unit === 'elapsed' ? 'e' : ''}`
  return `${nameOf(predecessor, null)} ${dep_type}${lagText} ${nameOf(successor, null)}`
}
