// Spearman's correlation as Pearson's of average ranks. Ranks are halves and their sums stay far below 2^53, so the
// sums are exact and their order does not matter.

/** Twice the average ranks of some values, minus their mean: whole numbers that sum to 0. */
export function centredRanks(values: Float64Array): Float64Array {
  const order = Array.from(values.keys()).sort((left, right) => values[left] - values[right])
  const ranks = new Float64Array(values.length)
  for (let from = 0; from < order.length; ) {
    let to = from + 1
    while (to < order.length && values[order[to]] === values[order[from]]) to++
    for (let at = from; at < to; at++) ranks[order[at]] = from + to - values.length
    from = to
  }
  return ranks
}

/** Correlation of values with ranks already centred; null when either side does not vary. */
export function rankCorrelation(values: Float32Array, ranks: Float64Array, unitsPerDay: number): number | null {
  let least = values[0]
  let most = values[0]
  for (let at = 0; at < values.length; at++) {
    if (values[at] < least) least = values[at]
    if (values[at] > most) most = values[at]
  }
  if (least === most) return null
  const span = (most - least) * unitsPerDay + 1
  return span <= 4 * values.length + 1024
    ? correlateByCounting(values, ranks, least, unitsPerDay, span)
    : correlate(centredRanks(Float64Array.from(values)), ranks)
}

/** Samples are few distinct units: counting them gives all ranks without sorting. */
function correlateByCounting(
  values: Float32Array,
  ranks: Float64Array,
  least: number,
  unitsPerDay: number,
  span: number,
): number | null {
  const rankOfUnit = new Int32Array(span)
  for (let at = 0; at < values.length; at++) rankOfUnit[(values[at] - least) * unitsPerDay]++
  let before = 0
  let square = 0
  for (let unit = 0; unit < span; unit++) {
    const count = rankOfUnit[unit]
    const rank = 2 * before + count - values.length
    rankOfUnit[unit] = rank
    square += count * rank * rank
    before += count
  }
  let product = 0
  let rankSquare = 0
  for (let at = 0; at < values.length; at++) {
    product += rankOfUnit[(values[at] - least) * unitsPerDay] * ranks[at]
    rankSquare += ranks[at] * ranks[at]
  }
  return rankSquare === 0 ? null : product / Math.sqrt(square * rankSquare)
}

function correlate(left: Float64Array, right: Float64Array): number | null {
  let product = 0
  let leftSquare = 0
  let rightSquare = 0
  for (let at = 0; at < left.length; at++) {
    product += left[at] * right[at]
    leftSquare += left[at] * left[at]
    rightSquare += right[at] * right[at]
  }
  return leftSquare === 0 || rightSquare === 0 ? null : product / Math.sqrt(leftSquare * rightSquare)
}
