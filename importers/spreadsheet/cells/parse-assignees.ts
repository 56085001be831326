import { splitList } from './split-list.ts'

/** A person or thing at work, and the share of a day; 1 is full time. */
export type CellAssignee = { name: string; units: number }

const UNITS = /^(.*?)(?:\s*[[(]\s*|\s)(\d{1,5}(?:[.,]\d{1,2})?)\s*%\s*[\])]?$/

/** `Ana; Ben[50%]; Cy 50%`: names of a list cell, each with its units where it has any. */
function parseAssignees(cell: string): CellAssignee[] {
  return splitList(cell).map((written) => {
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

/** Reads each different cell once: the same few people stand in many. */
export class AssigneeCells {
  readonly #known = new Map<string, readonly CellAssignee[]>()

  of(cells: readonly string[]): readonly CellAssignee[] {
    return cells.length === 1 ? this.#one(cells[0] ?? '') : cells.flatMap((cell) => this.#one(cell))
  }

  #one(cell: string): readonly CellAssignee[] {
    const known = this.#known.get(cell)
    if (known !== undefined) return known
    const read = parseAssignees(cell)
    this.#known.set(cell, read)
    return read
  }
}
