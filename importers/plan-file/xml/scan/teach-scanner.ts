import type { RecordShape } from '../plan-record.ts'
import { CONTAINER_LEAVES } from '../plan-record.ts'
import {
  ACTION_CONTAINER,
  ACTION_LEAF,
  ACTION_RECORD,
  ACTION_SHIFT,
  ACTIONS_ADDRESS,
  LEAF_COUNTS_ADDRESS,
  MOST_STATES,
  MOST_WANTED,
  STATE_DOCUMENT,
  WINDOW_ADDRESS,
} from './layout.ts'
import type { Scanner } from './load-scanner.ts'

/** An element that can be open: its name and what is wanted of it. */
type State = { name: string; shape: RecordShape }

/**
 * Tells the scanner what each element means inside each other, from the shape of the root. Returns the name of each state
 * that is a record.
 */
export function teachScanner(scanner: Scanner, root: { name: string; shape: RecordShape }): string[] {
  const wanted = new Map<string, number>()
  const numberOf = (name: string) => {
    const number = wanted.get(name) ?? wanted.size + 1
    wanted.set(name, number)
    return number
  }
  // State 0 is that of skipped elements; the document holds nothing but the root.
  const states: State[] = [{ name: '', shape: { leaves: {} } }]
  states[STATE_DOCUMENT] = { name: '', shape: { leaves: {}, children: { [root.name]: root.shape } } }
  scanner.words.fill(0, ACTIONS_ADDRESS / 4, ACTIONS_ADDRESS / 4 + MOST_STATES * MOST_WANTED)
  for (let state = STATE_DOCUMENT; state < states.length; state += 1) {
    const { shape } = states[state] as State
    const tell = (name: string, kind: number, value: number) => {
      scanner.words[ACTIONS_ADDRESS / 4 + state * MOST_WANTED + numberOf(name)] = (value << ACTION_SHIFT) | kind
    }
    scanner.words[LEAF_COUNTS_ADDRESS / 4 + state] = Object.keys(shape.leaves).length
    for (const [name, child] of Object.entries(shape.children ?? {})) {
      // Parts of one shape that stand in several places, such as the days of a week, are one state.
      const known = states.findIndex((other) => other.name === name && other.shape === child)
      const next = known < 0 ? states.push({ name, shape: child }) - 1 : known
      tell(name, child.leaves === CONTAINER_LEAVES ? ACTION_CONTAINER : ACTION_RECORD, next)
    }
    for (const [name, leaf] of Object.entries(shape.leaves)) tell(name, ACTION_LEAF, leaf)
  }
  if (states.length > MOST_STATES || wanted.size >= MOST_WANTED) throw new RangeError('the shape has too many parts')
  for (const [name, number] of wanted) {
    scanner.bytes.set(Buffer.from(name), WINDOW_ADDRESS)
    scanner.exports.learnWanted(name.length, number)
  }
  return states.map(({ name }) => name)
}
