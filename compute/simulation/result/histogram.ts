/** A bar of the histogram or a point of the confidence curve. */
export interface HistogramBucket {
  day: number
  count: number
}

const MAX_BUCKETS = 30

/** At most 30 equally wide buckets over the finish days of all runs, sorted ascending. */
export function histogramBuckets(finishDays: Int32Array): HistogramBucket[] {
  const first = finishDays[0]
  const span = finishDays[finishDays.length - 1] - first
  const bucketCount = Math.min(MAX_BUCKETS, finishDays.length)
  const width = Math.max(span, 1) / bucketCount
  const buckets = Array.from({ length: bucketCount }, (_, index) => ({
    day: first + Math.trunc((index + 0.5) * width),
    count: 0,
  }))
  for (const day of finishDays) buckets[Math.min(Math.floor((day - first) / width), bucketCount - 1)].count++
  return buckets
}

/** How many runs end on each day: pictures and shares of it are exact, where a bucket has days on which none ends. */
export function dayCounts(finishDays: Int32Array): HistogramBucket[] {
  const counts = new Map<number, number>()
  for (const day of finishDays) counts.set(day, (counts.get(day) ?? 0) + 1)
  return [...counts].map(([day, count]) => ({ day, count }))
}

/** Returns each bucket with the share of runs finished by it, in percent with one decimal. */
export function confidenceCurve<Bucket extends { readonly count: number }>(
  buckets: readonly Bucket[],
): { bucket: Bucket; percent: number }[] {
  const total = buckets.reduce((sum, bucket) => sum + bucket.count, 0)
  let reached = 0
  return buckets.map((bucket) => {
    reached += bucket.count
    return { bucket, percent: Math.round((reached * 1000) / total) / 10 }
  })
}
