// The fields of a sheet and how headers name them. Their order is that in which they claim columns by a partial match.

import { unitNamed, unitOfHeader } from '../cells/duration-units.ts'
import { EAST_ASIAN } from '../cells/east-asian.ts'
import { foldAccents } from '../cells/month-names.ts'
import { saidByWords } from '../words/said-by-words.ts'
import { EXACT_ONLY_FIELDS, EXACT_ONLY_SPELLINGS } from './exact-only.ts'
import { withoutSlips } from './header-slips.ts'
import {
  OTHER_MEANINGS,
  OTHER_MEANINGS_UNPARTED,
  SHEET_FIELDS,
  type SheetField,
  SIZES,
  SIZES_UNPARTED,
  SPELLINGS,
  WEAK_SPELLINGS,
} from './header-spellings.ts'
import { WHOLE_HEADERS } from './whole-headers.ts'

export type { SheetField } from './header-spellings.ts'

/** Fields that may stand in several columns; their values are united. */
export const REPEATABLE_FIELDS: ReadonlySet<SheetField> = new Set(['labels', 'predecessors'])

/** Fields whose numbered (`Resource 1`, `Resource 2`) and repeated columns are united. */
export const UNITED_FIELDS: ReadonlySet<SheetField> = new Set([
  ...REPEATABLE_FIELDS,
  'successors',
  'assignee',
  'link_type',
  'lag',
])

/** What a person chooses from when a column is not the one that was found. */
export type FieldChoice = { field: SheetField; label: string; required: boolean; multi: boolean }

const LABELS: Record<SheetField, string> = {
  id: 'ID',
  wbs: 'WBS',
  parent: 'Parent task',
  name: 'Task name',
  duration: 'Duration',
  start: 'Start date',
  finish: 'Finish date',
  percent_complete: '% complete',
  assignee: 'Assignee',
  predecessors: 'Predecessors',
  milestone: 'Milestone',
  notes: 'Notes',
  labels: 'Labels',
  constraint_type: 'Constraint type',
  constraint_date: 'Constraint date',
  deadline: 'Deadline',
  scheduled_start: 'Scheduled start',
  optimistic: 'Optimistic duration',
  most_likely: 'Most likely duration',
  pessimistic: 'Pessimistic duration',
  successors: 'Successors',
  link_type: 'Kind of link',
  lag: 'Lag',
  active: 'Active',
  units: 'Units of people',
  story_points: 'Story points',
}

export const FIELD_CHOICES: readonly FieldChoice[] = SHEET_FIELDS.map((field) => ({
  field,
  label: LABELS[field],
  required: field === 'name',
  multi: REPEATABLE_FIELDS.has(field),
}))

/** Trackers put fields of people's own in brackets: `Custom field (Story Points)`. */
const OWN_FIELD = /^custom field \(([^()]{1,100}(?:\([^()]{0,40}\))?)\)$/
const ASCII = /^[ -~]*$/
const SHORTEST_PARTIAL = 3
const MAX_WORDS = 12
/** Longer texts are sentences, which only speak of a field. */
export const LONGEST_HEADER = 60

const EXACT_ONLY = new Set(EXACT_ONLY_SPELLINGS.map(normaliseHeader))
const EXACT = new Map<string, SheetField>()
const PARTIAL = new Map<string, SheetField[]>()
for (const field of SHEET_FIELDS) {
  const spellings = SPELLINGS[field].map(normaliseHeader)
  for (const spelling of spellings) if (!EXACT.has(spelling)) EXACT.set(spelling, field)
  if (EXACT_ONLY_FIELDS.has(field)) continue
  const isLongEnough = (spelling: string) => spelling.length >= (EAST_ASIAN.test(spelling) ? 2 : SHORTEST_PARTIAL)
  for (const spelling of new Set(spellings))
    if (isLongEnough(spelling) && !EXACT_ONLY.has(spelling))
      PARTIAL.set(spelling, [...(PARTIAL.get(spelling) ?? []), field])
}
for (const field of SHEET_FIELDS)
  for (const header of WHOLE_HEADERS[field]?.map(normaliseHeader) ?? [])
    if (!EXACT.has(header)) EXACT.set(header, field)
/** Of scripts that put no blanks between words: a spelling inside a longer header is a part of it all the same. */
const UNPARTED_SPELLINGS = [...PARTIAL.keys()].filter((spelling) => EAST_ASIAN.test(spelling))
const STRONG = new Set(Object.values(SPELLINGS).flat().map(normaliseHeader))
const WHOLE = Object.values(WHOLE_HEADERS).flat().map(normaliseHeader)
const WEAK = new Set([...WEAK_SPELLINGS.map(normaliseHeader), ...WHOLE.filter((header) => !STRONG.has(header))])
const OTHER = new Set(OTHER_MEANINGS.map(normaliseHeader))
const SIZE = new Set(SIZES.map(normaliseHeader))
/** Lasts: what is counted in points or money does not. */
const OF_TIME: ReadonlySet<SheetField> = new Set(['duration', 'optimistic', 'most_likely', 'pessimistic'])

/** Lower case, letters and digits only, no accents, singular: `Task-IDs` and `task id` are one. */
export function normaliseHeader(header: string): string {
  const trimmed = header.slice(0, 200).trim().toLowerCase().replace(OWN_FIELD, '$1')
  if (/^[#%][.:]?$/.test(trimmed)) return trimmed.charAt(0)
  const bare = ASCII.test(trimmed)
    ? trimmed.replace(/[^a-z0-9]/g, '')
    : foldAccents(trimmed).replace(/[^\p{L}\p{N}]/gu, '')
  if (bare.length > 4 && bare.endsWith('ies')) return `${bare.slice(0, -3)}y`
  return bare.length > 3 && bare.endsWith('s') ? bare.slice(0, -1) : bare
}

/** What a header names, without its unit and its number: `Duration (hours)`, `Dauer in Stunden`, `Predecessor 2`. */
const TAIL =
  /\s*(?:[([{（［][^()[\]（）［］]{0,40}[)\]}）］]|[_\s.-]?\d{1,2}|\s(?:in|en|em|w|v|i)\s+\p{L}{2,14}|:)\s*$/u

/** `Propriétaire de la tâche`, `任务负责人`: whose owner, which is said of every column. */
const OF_TASK =
  /\s+(?:of (?:the )?(?:task|activity)|(?:der|des|de la|de l['’]|du|del?|da|do|della|dell['’]|van de|van het)\s?(?:aufgabe|vorgangs?|tâche|activité|tarea|actividad|tarefa|atividade|attività|taak|activiteit)|задачи|задания|работы?|zadania|úkolu)$|^(?:任务|任務|作業の?|タスクの?|작업|업무|활동)\s?/iu

/** `Arvioitu aloitus`, `Durata del piano`, `Plánované dokončení`, `计划开工`: planned, which plans say of every column. */
const OF_PLAN =
  /^(?:planned|estimated|expected|scheduled|proposed|geplante(?:\(?[rsn]\)?)?|vorgesehene[rsn]?|voraussichtliche[rsn]?|gepland[e]?|verwachte|planerad[et]?|beräknad|planlagt[e]?|forventet|arvioitu|suunniteltu|tervezett|várható|plánovan[ýáé]|předpokládan[ýáé]|planowan[yae]|przewidywan[yae]|планов\p{L}{2}|планируем\p{L}{2}|запланован\p{L}{2}|очікуван\p{L}{1,2}|planirani|planiran[oa]|plānotais|plānotā|planuojam[ao]|planlanan|tahmini|rencana|perkiraan)[\s_-]+(?=\p{L})|[\s_-]+(?:prévu?e?s?|planifiée?|estimée?|previst[oa]s?|planificad[oa]s?|programad[oa]s?|estimad[oa]s?|planejad[oa]s?|planead[oa]s?|pianificat[oa]|stimat[oa]|planificat[ăa]?|estimat[ăa]?|dự kiến|theo kế hoạch|rencana|du plan|del plan|del piano|do plano|des plans|vom plan|van het plan|for plan(?:en)?|(?:по )?план[уа]?)$|^(?:计划|預計|预计|預期|预期|預定|预定|計劃|予定|計画|예정|계획)(?=\p{L}{2})|(?:予定|계획|예정)$/iu

/** `② Status`, `1. Task`, `b) Start`: the number of a column in front of what it names. */
const NUMBERED_FRONT = /^(?:[①-⑳⑴-⑽]|[(（]?\d{1,2}[.)）]|[a-hA-H]\))\s*(?=\p{L})/u

/** What a header says without the number in front of it and what stands behind it in brackets. */
export function bareHeader(header: string): string {
  return normaliseHeader(header.slice(0, 200).trim().replace(NUMBERED_FRONT, '').replace(TAIL, ''))
}

const PARTS = [
  '中項目',
  '中分類',
  '中工程',
  '中项',
  '中类',
  '중분류',
  '小項目',
  '小分類',
  '小工程',
  '小项',
  '小类',
  '소분류',
  '세부업무',
  '세부작업',
  '상세업무',
  '세부분류',
  '세부항목',
  '상세항목',
  '세부내용',
  '詳細内容',
  '詳細項目',
  '具体任务',
]
/** What tasks are called in one word, long enough to be told from the end of another word. */
const PARTABLE = new Set(
  [...EXACT].filter(([spelling, field]) => field === 'name' && spelling.length > 4).map(([spelling]) => spelling),
)
const BELOW_TASKS = new Set(
  [
    ...PARTS,
    ...['Subtask', 'Sub-task', 'Sub Task', 'Sub Activity', 'Subtask Name', 'Unteraufgabe', 'Teilaufgabe', 'Sous-tâche'],
    ...['Subtarea', 'Subtarefa', 'Sottoattività', 'Subtaak', 'Подзадача', '子任务', 'サブタスク', '하위작업'],
  ].map(normaliseHeader),
)

/** `Unteraktivität`, `Sous-tâche`, `Podzadanie`: a part of what the rest names. */
const PART_OF =
  /^(?:unter|teil|sub|sous|sotto|onder|deel|under|del|pod|dil[cč]i|ala|al|под|під|pat|apaks)[\s-]?(?=\p{L}{4})/u

/** Whether a column is called one of parts of tasks. */
export function isBelowTasks(header: string): boolean {
  const bare = bareHeader(header)
  return BELOW_TASKS.has(bare) || (PART_OF.test(bare) && PARTABLE.has(bare.replace(PART_OF, '')))
}

/** A week of the calendar in a header: `KW von`, `Start CW`. */
export const WEEK_WORD =
  /(?<!\p{L})(?:KW|CW|Kalenderwoche|calendar week|weeknr|weeknummer|week(?=\s+(?:van|tot))|vecka|uke|uge)(?!\p{L})|(?<=start|slut|end|eind|fra|til)-?(?:vecka|uke|uge|week|woche|kw)(?!\p{L})/iu

const WRITTEN = new Set(
  SHEET_FIELDS.flatMap((field) =>
    [...SPELLINGS[field], ...(WHOLE_HEADERS[field] ?? [])].map((spelling) => spelling.toLowerCase()),
  ),
)

/** Whether a header is a spelling with its accents. */
export function isSpelled(header: string): boolean {
  const text = header.trim().toLowerCase()
  return WRITTEN.has(text) || WRITTEN.has(text.replace(TAIL, ''))
}

/** The first column whose header spells a field; -1 where none does. */
export function placeOf(headers: readonly string[], field: SheetField): number {
  return headers.findIndex((header) => exactHeader(header)?.field === field)
}

export type ExactField = Readonly<{
  field: SheetField
  isWeak: boolean
  isNumbered: boolean
  isWhole: boolean
  /** Whether it was spelled with a slip of the pen, or is what its words say together. */
  isGuess?: boolean
}>

/** `Predesscecor`, `Predessor`: the word that people spell in more ways than any other. */
const MISSPELT = /^(?:immediate)?pr[aei]?d[aei]?[sc]+(?:[aei][sc]+)?[aeo]r(?:task|activity|id)?$/

/** `parent_tid`, `Parent WBS code`: what names the parent, whatever it is called. */
const PARENT_ID = /^parent[a-z]{0,10}(?:id|key|no|number|code|ref)$/

/** `Task #`, `Story #`: numbers of what they name. */
const NUMBER_SIGN = /^\p{L}[\p{L} ]{1,30}\s?#[.:]?$/u

/** The field whose spelling the header is, whatever stands behind it in brackets or as its number. */
export function exactHeader(header: string): ExactField | null {
  const before = EXACT_BEFORE.get(header)
  if (before !== undefined) return before
  // Rules ask the same headers again and again.
  if (EXACT_BEFORE.size >= MOST_BEFORE) EXACT_BEFORE.clear()
  const field = findExact(header)
  EXACT_BEFORE.set(header, field)
  return field
}
const EXACT_BEFORE = new Map<string, ExactField | null>()
const MOST_BEFORE = 2_000

function findExact(header: string): ExactField | null {
  const found = spelledHeader(header)
  if (found !== null) return found
  const corrected = withoutSlips(header)
  const meant = corrected === header ? null : spelledHeader(corrected)
  const field = meant?.field ?? fieldOfWords(header)
  return field === null ? null : { field, isWhole: false, isNumbered: false, isWeak: true, isGuess: true }
}

/** `Task 3` is one of the tasks. */
const NUMBERED_TASK = /^\s*\p{L}+\s?\d+\s*$/u

/** The field of what all words of a header say together. */
function fieldOfWords(header: string): SheetField | null {
  const said = saidByWords(header.slice(0, 200).replace(TAIL, ''))
  if (said === null || said.hasHappened || said.field === 'state') return null
  if (said.field === 'name' && NUMBERED_TASK.test(header)) return null
  // Days that are complete are no share of anything.
  if (said.field === 'percent_complete' && unitOfHeader(header) !== null) return null
  return OF_TIME.has(said.field) && isSize(header) ? null : said.field
}

function spelledHeader(header: string): ExactField | null {
  if (NUMBER_SIGN.test(header.slice(0, 40).trim()) && EXACT.get(normaliseHeader(header)) === 'name')
    return { field: 'id', isWeak: true, isNumbered: false, isWhole: true }
  const whole = normaliseHeader(header)
  // A share of what, nobody says.
  if (whole === '%')
    return { field: 'percent_complete', isWeak: true, isNumbered: false, isWhole: false, isGuess: true }
  const plain = EXACT.get(whole) ?? (MISSPELT.test(whole) ? 'predecessors' : undefined)
  // `% dokončení`: a share of it.
  if (plain !== undefined && NO_SHARE.has(plain) && SHARE_SIGN.test(header))
    return { field: 'percent_complete', isWeak: true, isNumbered: false, isWhole: false, isGuess: true }
  if (plain !== undefined && OF_TIME.has(plain) && isSize(header)) return null
  if (plain !== undefined) return { field: plain, isWeak: WEAK.has(whole), isNumbered: false, isWhole: true }
  if (PARENT_ID.test(whole)) return { field: 'parent', isWeak: true, isNumbered: false, isWhole: false }
  const own = header.slice(0, 200).trim().replace(NUMBERED_FRONT, '').replace(WEEK_WORD, '').replace(OF_TASK, '').trim()
  let text = isPlanned(own) ? own.replace(OF_PLAN, '').trim() : own
  if (text.length < header.trim().length) {
    const field = EXACT.get(normaliseHeader(text))
    if (field !== undefined)
      return { field, isWeak: WEAK.has(normaliseHeader(text)), isNumbered: false, isWhole: false }
  }
  for (let round = 0; round < 2 && TAIL.test(text); round += 1) {
    const isNumbered = /\d\s*$/.test(text)
    text = text.replace(TAIL, '')
    const bare = normaliseHeader(text)
    const field = EXACT.get(bare)
    // `tot. [min]` counts and is no end.
    if (field === 'start' || field === 'finish') {
      const unit = unitOfHeader(header)
      if (unit === 'minute' || unit === 'hour') return null
    }
    // A number tells one of several columns only where there may be several.
    if (field !== undefined && OF_TIME.has(field) && isSize(header)) return null
    if (field !== undefined && (!isNumbered || UNITED_FIELDS.has(field)))
      return { field, isWeak: WEAK.has(bare), isNumbered, isWhole: false }
  }
  const estimate = EXACT.get(normaliseHeader(own.replace(UNIT_BEHIND, '')))
  if (estimate !== undefined && ESTIMATES.includes(estimate) && UNIT_BEHIND.test(own))
    return { field: estimate, isWeak: false, isNumbered: false, isWhole: false }
  const either = namesInEither(header)
  if (either.length > 0)
    return { field: 'name', isWeak: either.every((part) => WEAK.has(part)), isNumbered: false, isWhole: false }
  return null
}

const SHARE_SIGN = /^\s*%|%\s*$/
const NO_SHARE: ReadonlySet<SheetField> = new Set(['start', 'finish', 'name'])

/** `optimistic_hours`: the unit of an estimate behind it. */
const UNIT_BEHIND = /[_\s-](?:hours?|hrs?|days?|weeks?|months?)$/i
/** Three, or none. */
export const ESTIMATES: readonly SheetField[] = ['optimistic', 'most_likely', 'pessimistic']

/** `Etapa/actividad`, `Fase / Entregable`, `Arbejdsopgave\\Uge`: two words for the names. */
function namesInEither(header: string): string[] {
  const parts = header.length > LONGEST_HEADER ? [] : header.split(/\s*[/\\|]\s*/).map(normaliseHeader)
  return parts.length === 2 ? parts.filter((part) => EXACT.get(part) === 'name') : []
}

/** Whether a header says of a time that it is planned. */
export function isPlanned(header: string): boolean {
  const field = OF_PLAN.test(header)
    ? EXACT.get(normaliseHeader(header.replace(OF_PLAN, '').replace(TAIL, '')))
    : undefined
  return field === 'start' || field === 'finish' || field === 'duration'
}

/** Whether a header says points or money, whatever else. */
function isSize(header: string): boolean {
  if (SIZES_UNPARTED.some((word) => header.includes(word))) return true
  return wordsOf(header).some((word) => SIZE.has(normaliseHeader(word)))
}

function wordsOf(header: string): string[] {
  return header
    .slice(0, 200)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, MAX_WORDS)
}

/** The field whose spelling the header is. */
export function exactField(header: string): SheetField | null {
  return EXACT.get(normaliseHeader(header)) ?? null
}

/**
 * Fields one of whose spellings stands inside the header as whole words, in the order in which they may claim it: the
 * `end` of `frontendDeveloper` is no finish date, and neither is that of `Baseline end`. The task's name comes last,
 * because `Task owner` is one.
 */
export function partialFields(header: string): SheetField[] {
  if (header.length > LONGEST_HEADER) return []
  const words = wordsOf(header)
  if (words.some((word) => OTHER.has(normaliseHeader(word)))) return []
  if (OTHER_MEANINGS_UNPARTED.some((word) => header.includes(word))) return []
  const found = new Set<SheetField>()
  const take = (spelling: string) => {
    for (const field of PARTIAL.get(spelling) ?? []) found.add(field)
  }
  for (let from = 0; from < words.length; from += 1) {
    for (let to = from + 1; to <= words.length; to += 1) take(normaliseHeader(words.slice(from, to).join('')))
  }
  if (EAST_ASIAN.test(header)) {
    const unparted = normaliseHeader(header)
    for (const spelling of UNPARTED_SPELLINGS) if (unparted.includes(spelling)) take(spelling)
  }
  const isOfSize = isSize(header)
  // `Start on day` and `Days to finish` say when.
  if ((found.has('start') || found.has('finish')) && !/dur|dauer/i.test(header)) found.delete('duration')
  // `1er jour`, `2. Woche`, `第3週` say which one, and not how many.
  if (ORDINAL.test(header)) found.delete('duration')
  // People, and what is called by a person, are no tasks.
  if (OF_PEOPLE.test(header)) found.delete('name')
  // Below `Product Backlog ID` stand ids.
  if (OF_IDS.test(header)) found.delete('name')
  // `Task 3` is one of the tasks.
  if (NUMBERED_TASK.test(header)) found.delete('name')
  // `PHASE ONE WEEK 1` stands above a column of a chart.
  const counted = /(\p{L}+)\s?\d{1,2}\s*$/u.exec(header)?.[1]
  if (counted !== undefined && unitNamed(counted) !== null) found.delete('wbs')
  // Hours done are no share of anything.
  if (unitOfHeader(header) !== null) found.delete('percent_complete')
  const fields = SHEET_FIELDS.filter((field) => found.has(field) && !(isOfSize && OF_TIME.has(field)))
  return fields.length > 1
    ? [...fields.filter((field) => field !== 'name'), ...fields.filter((f) => f === 'name')]
    : fields
}

const OF_PEOPLE =
  /(?:employee|customer|client|student|member|contact|author|patient|guest|users?|person|staff|teacher|player|driver)[ _-]?(?:(?:last|first|full)[ _-]?)?names?\s*$/i

const OF_IDS = /[\s_-](?:ids?|no\.?|nr\.?|numbers?|#|code|key)\s*$/i

const ORDINAL = /^\s*(?:\d{1,3}\s?(?:er|re|ère|e|ème|eme|st|nd|rd|th|ª|º|°|\.|-?(?:й|я|ая|ый))|第\s?\d{1,3})\s?\p{L}/iu

/** Reads a field name as callers write it in a column map. */
export function fieldNamed(name: string): SheetField | null {
  const wanted = name.trim().toLowerCase()
  return SHEET_FIELDS.find((field) => field === wanted) ?? exactField(name)
}
