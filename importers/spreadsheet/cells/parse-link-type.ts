import type { LinkTypeName } from '../../../compute/plan/constraint-names.ts'

const LETTERS = /(?:^|\()(fs|ss|ff|sf)\)?$/
const WORDS = /\b(finish|start|end)[\s_-]*(?:to|2)[\s_-]*(finish|start|end)\b/

/** `SS`, `Start-to-Start (SS)`, `finish to start`; null where a cell is none of these. */
export function parseLinkType(text: string): LinkTypeName | null {
  const bare = text.trim().toLowerCase().slice(0, 60)
  const letters = LETTERS.exec(bare)?.[1]
  if (letters !== undefined) return letters.toUpperCase() as LinkTypeName
  const words = WORDS.exec(bare)
  if (words === null) return null
  const letter = (word: string | undefined) => (word === 'start' ? 'S' : 'F')
  return `${letter(words[1])}${letter(words[2])}` as LinkTypeName
}
