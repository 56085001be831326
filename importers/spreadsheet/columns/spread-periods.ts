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
  const areAlone = texts.slice(from).every((text, at) => text.trim() === '' || days[from + at] != null)
  if (!rises || !isApart || !areAlone) return null
  const usual = Math.max(...steps)
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

/** `5.03 | | | | 6.03 | | | | 11.03`: as many columns below each day, however far it is to the next, are its hours. */
function standForParts(labels: readonly { first: number; last: number | null }[], steps: readonly number[]): boolean {
  const gaps = new Set(labels.slice(1).map(({ first }, at) => first - (labels[at]?.first ?? 0)))
  const width = steps[0] ?? 1
  const isEven = steps.every((step) => step === width) && labels.every(({ last }) => last === null)
  return isEven && gaps.size > 1 && gaps.has(1) && width > 1
}
