import type { DifferenceDocument } from '../../../compute/diff/difference-document.ts'
import { escapeText } from '../../pictures/svg.ts'
import { drawTable, shown } from './frame.ts'

export type Difference = Pick<
  DifferenceDocument,
  'project_finish' | 'finish_days' | 'steps' | 'moved' | 'left_critical_path' | 'joined_critical_path'
>

const SHOWN_MOVED = 200

export function workingDays(count: number): string {
  return `${count.toLocaleString('en-US')} working ${count === 1 ? 'day' : 'days'}`
}

export function calendarDays(count: number): string {
  return `${count.toLocaleString('en-US')} calendar ${count === 1 ? 'day' : 'days'}`
}

export function signed(days: number): string {
  return days > 0 ? `+${days}` : days < 0 ? `−${-days}` : '0'
}

/** Whether it is told of what has happened or of what would. */
export type Tense = 'past' | 'present'

/** How the finish of the project stands after, in one sentence. */
export function finishInWords(
  { project_finish: [before, after], finish_days: days }: Difference,
  tense: Tense,
): string {
  const isPast = tense === 'past'
  if (before === after) return `The finish ${isPast ? 'stayed' : 'stays'} at ${shown(after)}.`
  const way = days > 0 ? 'later' : 'sooner'
  return `The finish ${isPast ? 'moved' : 'moves'} from ${shown(before)} to ${shown(after)}, ${calendarDays(Math.abs(days))} ${way}.`
}

/** The tasks that moved, those that moved most first. */
export function drawMoved({ moved }: Difference, id: string, tense: Tense): string {
  const isPast = tense === 'past'
  if (moved.length === 0) return `<p>No date ${isPast ? 'moved' : 'moves'}.</p>`
  const sorted = moved.toSorted((left, right) => Math.abs(right.finish_days) - Math.abs(left.finish_days))
  const rows = sorted
    .slice(0, SHOWN_MOVED)
    .map((task) => [
      `<a href="/projects/${id}/tasks/${task.task}/">${escapeText(task.task_name)}</a>`,
      shown(task.early_finish[0]),
      shown(task.early_finish[1]),
      signed(task.finish_days),
      signed(task.float_days),
    ])
  const cut = moved.length > rows.length ? ` The ${rows.length} that moved most are shown.` : ''
  const many = `${moved.length.toLocaleString('en-US')} ${moved.length === 1 ? 'task' : 'tasks'}`
  const count = `${many} ${isPast ? 'moved' : moved.length === 1 ? 'moves' : 'move'}.${cut}`
  const heads = ['Task', 'Finish before', 'Finish after', 'Calendar days', 'Float, working days']
  return `<h3>${isPast ? 'What moved' : 'What moves'}</h3><p>${count}</p>${drawTable(heads, rows, 'Tasks that move')}`
}
