/** The days of a label above the columns of a chart; without its end it goes up to the next one. */
export type LabelDays = { readonly first: number; readonly last: number | null } | null

const MOST_COLUMNS_OF_LABEL = 31
const DAYS_OF_WEEK = 7
const WORKDAYS = 5

/**
 * `January | | | | February | | | |`: labels that stand above several columns each, which share their days evenly; of a week above
 * five columns these are its first five days. Null where labels do not stand apart so.
 */
export function spreadLabels(
  texts: readonly string[],
  days: readonly LabelDays[],
): { index: number; first: number; last: number }[] | null {
  const labels = days.flatMap((label, index) => (label === null ? [] : [{ index, ...label }]))
  const steps = labels.slice(1).map(({ index }, at) => index - (labels[at]?.index ?? 0))
  const rises = labels.every(({ first }, at) => at === 0 || first > (labels[at - 1]?.first ?? 0))
  const isApart =
    steps.length > 0 && steps.every((step) => step <= MOST_COLUMNS_OF_LABEL) && steps.some((step) => step > 1)
  const from = labels[0]?.index ?? 0
  const usual = Math.max(...steps)
  // Words further right are no part of the chart; days would be, read in another order.
  const end = (labels.at(-1)?.index ?? 0) + usual
  const isPart = (text: string, at: number) => from + at < end || /\d/.test(text)
  const areAlone = texts
    .slice(from)
    .every((text, at) => text.trim() === '' || days[from + at] != null || !isPart(text, at))
  if (!rises || !isApart || !areAlone) return null
  const arePartsOfDays = standForParts(labels, steps)
  return labels.flatMap(({ index, first, last }, at) => {
    const width = steps[at] ?? usual
    const next = labels[at + 1]?.first ?? first + (first - (labels[at - 1]?.first ?? first - 1))
    const length = arePartsOfDays ? 1 : (last ?? next - 1) - first + 1
    const isWorkweek = length === DAYS_OF_WEEK && width === WORKDAYS
    const dayAt = (step: number) => first + (isWorkweek ? step : Math.floor((step * length) / width))
    return Array.from({ length: width }, (_, step) => ({
      index: index + step,
      first: dayAt(step),
      last: Math.max(dayAt(step), dayAt(step + 1) - 1),
    }))
  })
}

/** `5.03 | | | | 6.03 | | | | 11.03`: several columns below a day that the next one follows are its hours, and so are those of the others. */
function standForParts(labels: readonly { first: number; last: number | null }[], steps: readonly number[]): boolean {
  const gaps = labels.slice(1).map(({ first }, at) => first - (labels[at]?.first ?? 0))
  const ofDays = steps.filter((_, at) => gaps[at] === 1)
  return (
    labels.every(({ last }) => last === null) &&
    ofDays.length > 0 &&
    ofDays.every((step) => step > 1) &&
    gaps.some((gap) => gap > 1)
  )
}

/**
 * `Aug | Aug | Aug | Aug | Sep | Sep …`: a label above several columns that somebody wrote in each of them, as programs do that part
 * merged cells, is left in the first; the others are blank as below a merged cell.
 */
export function writtenOnce(texts: readonly string[]): readonly string[] {
  const isAgain = (at: number) => texts[at] === texts[at - 1] && WORD.test(texts[at] ?? '')
  const again = texts.filter((_, at) => isAgain(at)).length
  const labels = texts.filter((text) => WORD.test(text)).length
  if (again < FEWEST_AGAIN || again < labels / 2) return texts
  return texts.map((text, at) => (isAgain(at) ? '' : text))
}
const WORD = /\p{L}{2}|\p{Script=Han}|\p{Script=Hangul}/u
const FEWEST_AGAIN = 3
