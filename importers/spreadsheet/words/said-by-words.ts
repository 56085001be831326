import { EAST_ASIAN } from '../cells/east-asian.ts'
import type { SheetField } from '../columns/header-spellings.ts'
import { rolesOf, type Said } from './word-roles.ts'

/** What a header says in all of its words: a field, or how far work is. */
export type SaidByWords = { field: SheetField | 'state'; hasHappened: boolean }

/** Fields by the one word that decides, and the words that may stand beside it. */
const DECIDES: readonly (readonly [Said, SheetField | 'state', readonly Said[]])[] = [
  ['before', 'predecessors', ['task', 'number', 'name', 'phase']],
  ['after', 'successors', ['task', 'number', 'name']],
  ['state', 'state', ['task', 'done', 'phase', 'plan', 'percent']],
  ['percent', 'percent_complete', ['done', 'task', 'finish', 'plan']],
  ['who', 'assignee', ['task', 'name']],
  ['start', 'start', ['date', 'plan', 'task', 'phase', 'length']],
  ['finish', 'finish', ['date', 'plan', 'task', 'phase', 'length', 'delivery']],
  // Alone it is what is delivered.
  ['delivery', 'finish', ['date', 'plan', 'length']],
  ['length', 'duration', ['plan', 'task', 'unit', 'amount', 'effort', 'date']],
  ['note', 'notes', ['task', 'text']],
  ['number', 'id', ['task', 'name']],
  ['phase', 'wbs', ['name', 'number', 'task']],
  ['label', 'labels', ['task', 'name']],
  ['milestone', 'milestone', ['task']],
  ['done', 'percent_complete', ['task', 'unit']],
  // The day on which work is done is when it ends.
  ['done', 'finish', ['date', 'plan', 'task']],
  ['unit', 'duration', ['plan', 'task', 'amount', 'effort']],
  ['amount', 'duration', ['unit', 'date']],
  ['effort', 'duration', ['plan', 'task', 'unit', 'amount', 'date']],
  ['task', 'name', ['name', 'text']],
  ['name', 'name', ['text']],
  ['text', 'notes', []],
]

/** Words that say nothing without another. */
const NOT_ALONE: ReadonlySet<Said> = new Set(['amount', 'unit', 'delivery'])

const known = new Map<string, SaidByWords | null>()
const MOST_KNOWN = 5_000

/**
 * The field that a header names in all of its words, in any of the languages and of any forms and compounds of their words:
 * `Fertigstellungstermin`, `StatutTache`, `Responsável pela atividade`. Null where one word is not known or two of them disagree.
 */
export function saidByWords(header: string): SaidByWords | null {
  const before = known.get(header)
  if (before !== undefined) return before
  if (known.size > MOST_KNOWN) known.clear()
  const said = decide(header)
  known.set(header, said)
  return said
}

/** Whether each word of a header says just one thing. */
export function saysOnly(header: string, role: Said): boolean {
  const words = rolesOf(header)
  return words !== null && words.length > 0 && words.every((said) => said.has(role))
}

function decide(header: string): SaidByWords | null {
  const words = rolesOf(header)?.filter((said) => !said.has('joint') || said.size > 1) ?? []
  if (words.length === 0) return null
  const meant = words.filter((said) => !said.has('actual'))
  const hasHappened = meant.length < words.length
  for (const [decisive, field, beside] of DECIDES) {
    const at = meant.findIndex((said) => said.has(decisive))
    if (at < 0 || !isAlone(meant, at, decisive, beside)) continue
    // Days alone may be those of a week, and `内容` is what tasks are called as often as what is said of them.
    if (meant.length === 1 && NOT_ALONE.has(decisive)) continue
    if (decisive === 'text' && EAST_ASIAN.test(header)) continue
    return { field, hasHappened }
  }
  return null
}

/** Whether all other words only go with the one that decides. */
function isAlone(words: readonly ReadonlySet<Said>[], at: number, decisive: Said, beside: readonly Said[]): boolean {
  return words.every(
    (said, index) => index === at || said.has(decisive) || said.has('joint') || beside.some((role) => said.has(role)),
  )
}
