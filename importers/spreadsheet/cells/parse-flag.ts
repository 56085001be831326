import { MILESTONE_MOMENTS, type MilestoneMomentName } from '../../../compute/plan/plan-document.ts'
import { bareName } from './code-in-front.ts'
import { foldAccents } from './month-names.ts'

const words = (text: string) => new Set(foldAccents(text).split(/\s+/))

const TRUE_WORDS = words(
  `y yes true t 1 x on m checked milestone ja j wahr meilenstein oui o vrai jalon si sim s verdadero verdadeiro hito marco vero mijlpaal waar да истина веха
  tak prawda ano pravda sant sand evet doğru kyllä tosi igen igaz так da adevarat ναι ✓ ✔ ☑ ✅ ◆ ♦ ● はい 是 예 네 ya iya có đúng ใช่ نعم כן taip jah بله آری हाँ हां マイルストーン 里程碑 마일스톤`,
)
const FALSE_WORDS = words(
  `n no false f 0 off unchecked nein falsch non faux falso não nao nee onwaar нет ложь nie fałsz ne nepravda nej falskt falsk nei usann hayır yanlış ei epätosi
  nem hamis ні nu fals όχι ✗ ✘ ☐ ❌ いいえ 否 아니요 아니오 tidak không sai ไม่ ไม่ใช่ لا לא не خیر नहीं - –`,
)
const ACTIVE_WORDS = words(
  `active enabled aktiv actif active activo activa ativo attivo actief активная активно アクティブ 有効 活动 有效 启用 啟用 활성 aktywne aktivní etkin`,
)
const INACTIVE_WORDS = words(
  `inactive disabled inaktiv inactif inactive inactivo inactiva inativo inattivo inactief неактивная неактивно 無効 无效 停用 비활성 nieaktywne neaktivní pasif`,
)
const MILESTONE_WORDS =
  /milestone|meilenstein|jalon|mijlpaal|^(?:hito|marco|веха|pietra miliare|kamień milowy|milník|milstolpe|milepæl|milepel|mérföldkő|kilometre taşı)$|マイルストーン|里程碑|마일스톤/
/** Headers of columns whose yes means that a row is not active. */
const SAYS_INACTIVE = /^(?:is )?(?:archived|in(?:a[ck]t|att)|неакт|無効|비활|nieakt|neakt|pasif|ανεν)/iu

/** Whether a cell says yes. */
export function parseFlag(text: string): boolean {
  return text !== '' && TRUE_WORDS.has(foldAccents(text.trim()))
}

/** Yes or no in words or signs; null for anything else. */
export function parseYesNo(text: string): boolean | null {
  const word = foldAccents(text.trim())
  if (TRUE_WORDS.has(word) || ACTIVE_WORDS.has(word)) return true
  return FALSE_WORDS.has(word) || INACTIVE_WORDS.has(word) ? false : null
}

/** Whether a cell below a header about activity says that its row is inactive: `Active: No`, `Inactive: Yes`. */
export function saysInactive(header: string, text: string): boolean | null {
  const flag = parseYesNo(text)
  return flag === null ? null : flag === SAYS_INACTIVE.test(header.trim())
}

const NAMED_MILESTONE =
  '(?:milestone|meilenstein|jalon|hito|marco|pietra miliare|mijlpaal|milstolpe|milepæl|milepel|kamień milowy|milník|mérföldkő|kilometre taşı|веха|マイルストーン|里程碑|마일스톤)'
const CALLS_ITSELF = new RegExp(
  `^${NAMED_MILESTONE}\\s?\\d{0,3}\\s?(?:[:：]|\\s[-–—])\\s?\\S|(?:[([（【]${NAMED_MILESTONE}[)\\]）】]|\\s[-–—]\\s${NAMED_MILESTONE})$`,
  'iu',
)

/** Whether a row is called a milestone by its own name: `Milestone: go live`, `Entrega (hito)`. */
export function callsItselfMilestone(name: string): boolean {
  return CALLS_ITSELF.test(bareName(name.slice(0, 300)))
}

/** At which end of its day a cell says that a milestone stands, as our exports write it: `start of day`. */
export function milestoneMoment(text: string): MilestoneMomentName | null {
  if (text === '') return null
  const named = text.trim().toLowerCase().replaceAll(' ', '_')
  return MILESTONE_MOMENTS.find((moment) => moment === named) ?? null
}

/** Whether a column about kinds of rows calls one a milestone: `Finish Milestone`, `Meilenstein`. */
export function saysMilestone(text: string): boolean {
  if (text === '') return false
  return MILESTONE_WORDS.test(text.trim().toLowerCase()) || milestoneMoment(text) !== null
}
