import { foldAccents } from './month-names.ts'

const TRUE_WORDS = new Set(
  `y yes true t 1 x on m milestone ja j wahr meilenstein oui o vrai jalon si sim s verdadero hito marco vero mijlpaal waar да веха истина
  ✓ ✔ ☑ ◆ ♦ ● はい 是 예 マイルストーン 里程碑 마일스톤`.split(/\s+/),
)
const MILESTONE_WORDS = /milestone|meilenstein|jalon|mijlpaal|^(?:hito|marco|веха)$|マイルストーン|里程碑|마일스톤/

/** Whether a cell says yes. */
export function parseFlag(text: string): boolean {
  return text !== '' && TRUE_WORDS.has(foldAccents(text.trim()))
}

/** Whether a column about kinds of rows calls one a milestone: `Finish Milestone`, `Meilenstein`. */
export function saysMilestone(text: string): boolean {
  return MILESTONE_WORDS.test(text.trim().toLowerCase())
}
