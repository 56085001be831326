import type { SeedErrors } from './seed-errors.ts'

/** All items of all lists together: what a document of the largest size can sensibly hold. */
const MAX_ITEMS = 500_000

type Lists = Record<string, unknown>

/** What no place of a document may hold, whatever its schema: looked at first, so that the schema meets bounded data. */
export function checkValues(document: unknown, errors: SeedErrors): void {
  const walk = { items: 0 }
  visit(document, [], walk, errors)
  if (walk.items > MAX_ITEMS) errors.add([], `Holds more than ${MAX_ITEMS} list items`)
}

function visit(value: unknown, place: PropertyKey[], walk: { items: number }, errors: SeedErrors): void {
  if (typeof value === 'string') {
    if (!isCleanText(value)) errors.add([...place], 'Null characters and unpaired surrogates are not allowed')
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
      errors.add([...place], 'The number is out of range')
  } else if (value !== null && typeof value === 'object') {
    const isList = Array.isArray(value)
    for (const [key, item] of isList ? value.entries() : Object.entries(value)) {
      if (isList) walk.items += 1
      if (walk.items > MAX_ITEMS) return
      if (typeof key === 'string' && !isCleanText(key)) errors.add([...place], 'A field name is malformed')
      place.push(key)
      visit(item, place, walk, errors)
      place.pop()
    }
  }
}

function isCleanText(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}

const MAX_NODES = 100_000

/** What an import costs: tasks, dependencies, sprints, risks and links together are bounded. */
export function checkNodeBudget(document: Lists, errors: SeedErrors): void {
  let nodes = lengthOf(document.risks)
  for (const project of objectsOf(document.projects)) {
    nodes += lengthOf(project.dependencies) + lengthOf(project.sprints) + lengthOf(project.risks)
    nodes += lengthOf(project.tasks)
    for (const task of objectsOf(project.tasks)) nodes += lengthOf(task.links)
  }
  if (nodes > MAX_NODES)
    errors.add([], `Holds ${nodes} tasks, dependencies, sprints, risks and links; at most ${MAX_NODES} are imported`)
}

export function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0
}

/** The items of a list that are objects; nothing of what is no list. */
export function objectsOf(list: unknown): Lists[] {
  if (!Array.isArray(list)) return []
  return list.filter((item): item is Lists => item !== null && typeof item === 'object' && !Array.isArray(item))
}
