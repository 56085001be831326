import { splitList } from './split-list.ts'

/** A person or thing at work, and the share of a day; 1 is full time. */
export type CellAssignee = { name: string; units: number }

/** What people write where nobody is named yet; `N/A` is no list of two. */
const NOBODY =
  /^(?:tb[acd]|t\.b\.[acd]\.?|n\.?\/?a\.?|not assigned|unassigned|nobody|none|null|nil|offen|k\.?\s?a\.?|unbekannt|niemand|nicht zugewiesen|à définir|a definir|por definir|da definire|не назначен|нет|未定|待定|无|미정|[-–—?.]+)$/iu
/** `Ann & Ben`, `Claire et Hugo`. */
const JOINED = /\s+(?:&|\+|and|und|et|y|e|en|och|og|и|i|a|ja|ve|és|și|та|і|και|un|ir|dan|và|in|و|और|एवं|तथा|และ|กับ)\s+/iu

/** `דנה ויוסי`, `أحمد وسارة`, `山田と鈴木`: a word that is part of the next one, and may be the first letter of a name. */
const JOINED_WITHIN =
  /\s+[וو](?=\p{L}{2})|(?<=[\p{Script=Han}\p{Script=Katakana}])と(?=[\p{Script=Han}\p{Script=Katakana}])/u

const UNITS = /^(.*?)(?:\s*[[(]\s*|\s)(\d{1,5}(?:[.,]\d{1,2})?)\s*%\s*[\])]?$/

/** `Ann Lee;#12;#Bo Chan`: people of a directory with their numbers in it. */
const NUMBERED_PEOPLE = /;#\d{1,9}(?:;#|$)|;#/g

/** `Ana; Ben[50%]; Cy 50%`: names of a list cell, each with its units where it has any. */
function parseAssignees(cell: string): CellAssignee[] {
  if (NOBODY.test(cell.trim())) return []
  const entries = splitList(cell.includes(';#') ? cell.replace(NUMBERED_PEOPLE, ';') : cell).filter(
    (entry) => !NOBODY.test(entry),
  )
  return entries.map((written) => {
    const entry = written.includes('@') ? withoutMail(written) : written
    const match = entry.length > 200 ? null : UNITS.exec(entry)
    const percent = match === null ? null : Number((match[2] ?? '').replace(',', '.'))
    if (match === null || percent === null || percent <= 0 || match[1] === '') return { name: entry, units: 1 }
    return { name: match[1] ?? entry, units: percent / 100 }
  })
}

/** `Ann Lee <ann@example.org>`, as directories of people write their members. */
function withoutMail(entry: string): string {
  return entry.length > 200 ? entry : entry.replace(/(?<=\S)\s*[<(][^<>()\s]*@[^<>()\s]*[>)]$/, '')
}

/** `Ana Costa`, `J. Q. Public`: two words or three that begin with capitals, none of which is one of firms. */
const isFullName = (name: string) => FULL_NAME.test(name) && !OF_FIRM.test(name)
const FULL_NAME = /^\p{Lu}[\p{L}'’.-]*(?:\s\p{Lu}[\p{L}'’.-]*){1,2}$/u
const OF_FIRM =
  /(?<!\p{L})(?:team|group|gruppe|dept|department|gmbh|ag|kg|co|corp|inc|ltd|llc|sa|sarl|srl|bv|nv|sons?|söhne|sohn|fils|hijos|company|partners?|services?|engineering|bau|construction|consulting|design|management)(?!\p{L})/iu

/** Reads each different cell once: the same few people stand in many. */
export class AssigneeCells {
  readonly #known = new Map<string, readonly CellAssignee[]>()
  readonly #alone = new Set<string>()
  readonly #kept = new Set<string>()

  /** `cells` are all that name people: `Ann & Ben` are two where one of them stands alone in another cell, a firm where none does. */
  constructor(cells: Iterable<string> = []) {
    for (const cell of cells)
      if (!this.#alone.has(cell)) for (const { name } of parseAssignees(cell)) this.#alone.add(name.toLowerCase())
    const partners = new Map<string, string>()
    for (const joined of this.#alone) {
      const names = joined.length > 200 ? [] : joined.split(JOINED)
      for (const name of names.length > 1 ? names : []) {
        // Who stands beside one and beside another is somebody.
        if ((partners.get(name) ?? joined) !== joined) this.#alone.add(name)
        partners.set(name, joined)
      }
    }
  }

  of(cells: readonly string[]): readonly CellAssignee[] {
    return cells.length === 1 ? this.#one(cells[0] ?? '') : cells.flatMap((cell) => this.#one(cell))
  }

  /** Names that join two others, and are taken for one of a firm or a team. */
  get kept(): ReadonlySet<string> {
    return this.#kept
  }

  #one(cell: string): readonly CellAssignee[] {
    const known = this.#known.get(cell)
    if (known !== undefined) return known
    const read = parseAssignees(cell).flatMap((person) => this.#parted(person))
    this.#known.set(cell, read)
    return read
  }

  #parted(person: CellAssignee): readonly CellAssignee[] {
    if (person.name.length > 200) return [person]
    const isAlone = (name: string) => this.#alone.has(name.toLowerCase())
    const within = person.name.split(JOINED_WITHIN)
    const names = within.length > 1 && within.every(isAlone) ? within : person.name.split(JOINED)
    if (names.length < 2) return [person]
    if (names.some(isAlone) || names.every(isFullName)) return names.map((name) => ({ name, units: person.units }))
    this.#kept.add(person.name)
    return [person]
  }
}
