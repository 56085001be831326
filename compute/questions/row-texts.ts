import type { RowTexts } from './question.ts'

export interface RowNames {
  ids: string[]
  /** By those ids; only of tasks of which everything may be told. */
  nameOf: ReadonlyMap<string, string>
  /** By those ids; also of tasks of which titles and dates may be told. */
  titleOf: ReadonlyMap<string, string>
}

/** The texts in words. A task that has no other id, because it was deleted a moment ago, keeps its own. */
export function readTexts({ ids, names, titles = '{}', otherIds }: RowTexts): RowNames {
  const own = ids instanceof Int32Array ? uuidTexts(ids) : [...ids]
  const nameOf = new Map(Object.entries(JSON.parse(names) as Record<string, string>))
  const titleOf = new Map([...nameOf, ...Object.entries(JSON.parse(titles) as Record<string, string>)])
  if (otherIds === undefined) return { ids: own, nameOf, titleOf }
  const others = new Map(Object.entries(JSON.parse(otherIds) as Record<string, number | string>))
  return { ids: own.map((id) => String(others.get(id) ?? id)), nameOf, titleOf }
}

/** Ids of four words each, in the order of their bytes. */
export function uuidTexts(words: Int32Array): string[] {
  const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength)
  const hex = Buffer.from(bytes).toString('hex')
  return Array.from({ length: words.length / 4 }, (_, at) => {
    const id = hex.slice(32 * at, 32 * at + 32)
    return `${id.slice(0, 8)}-${id.slice(8, 12)}-${id.slice(12, 16)}-${id.slice(16, 20)}-${id.slice(20)}`
  })
}
