// How far columns reach. Same answers as compute/model/survey/ts-survey.ts.

import {
  SURVEY_CALENDAR_ADDRESS,
  SURVEY_DURATION_ADDRESS,
  SURVEY_FINISHED_ADDRESS,
  SURVEY_GREATEST_CALENDAR,
  SURVEY_GREATEST_LAG,
  SURVEY_GREATEST_PARENT,
  SURVEY_GREATEST_PLANNED,
  SURVEY_GREATEST_RECORDED,
  SURVEY_HAS_DISORDER,
  SURVEY_HAS_ELAPSED_LAG,
  SURVEY_HAS_ODD_NUMBER,
  SURVEY_HAS_PROGRESS,
  SURVEY_HAS_REVERSAL,
  SURVEY_LAG_ADDRESS,
  SURVEY_LEAST_CALENDAR,
  SURVEY_LEAST_DURATION,
  SURVEY_LEAST_LAG,
  SURVEY_LEAST_PARENT,
  SURVEY_LEAST_RECORDED,
  SURVEY_LIKELY_ADDRESS,
  SURVEY_LINK_COUNT,
  SURVEY_LONGEST_DAYS,
  SURVEY_OPTIMISTIC_ADDRESS,
  SURVEY_PARENT_ADDRESS,
  SURVEY_PERCENT_ADDRESS,
  SURVEY_PESSIMISTIC_ADDRESS,
  SURVEY_PLANNED_ADDRESS,
  SURVEY_POINTS_ADDRESS,
  SURVEY_STARTED_ADDRESS,
  SURVEY_TASK_COUNT,
  SURVEY_UNIT_ADDRESS,
} from '../layout/network'

export function surveyColumns(header: usize): i32 {
  const tasks = load<u32>(header, SURVEY_TASK_COUNT)
  const links = load<u32>(header, SURVEY_LINK_COUNT)
  const parents = load<u32>(header, SURVEY_PARENT_ADDRESS)
  const calendars = load<u32>(header, SURVEY_CALENDAR_ADDRESS)
  const durations = load<u32>(header, SURVEY_DURATION_ADDRESS)
  const optimistic = load<u32>(header, SURVEY_OPTIMISTIC_ADDRESS)
  const likely = load<u32>(header, SURVEY_LIKELY_ADDRESS)
  const pessimistic = load<u32>(header, SURVEY_PESSIMISTIC_ADDRESS)
  const started = load<u32>(header, SURVEY_STARTED_ADDRESS)
  const finished = load<u32>(header, SURVEY_FINISHED_ADDRESS)
  const lags = load<u32>(header, SURVEY_LAG_ADDRESS)
  store<i32>(header, least(parents, tasks), SURVEY_LEAST_PARENT)
  store<i32>(header, greatest(parents, tasks), SURVEY_GREATEST_PARENT)
  store<i32>(header, least(calendars, tasks), SURVEY_LEAST_CALENDAR)
  store<i32>(header, greatest(calendars, tasks), SURVEY_GREATEST_CALENDAR)
  store<i32>(header, least(durations, tasks), SURVEY_LEAST_DURATION)
  const estimates = max(greatest(optimistic, tasks), max(greatest(likely, tasks), greatest(pessimistic, tasks)))
  store<i32>(header, max(greatest(durations, tasks), estimates), SURVEY_LONGEST_DAYS)
  store<i32>(header, greatest(load<u32>(header, SURVEY_PLANNED_ADDRESS), tasks), SURVEY_GREATEST_PLANNED)
  // No day comes before all days, and one less than it after them.
  store<i32>(header, min(leastOfNext(started, tasks), leastOfNext(finished, tasks)) + 1, SURVEY_LEAST_RECORDED)
  store<i32>(header, max(greatest(started, tasks), greatest(finished, tasks)), SURVEY_GREATEST_RECORDED)
  store<i32>(header, least(lags, links), SURVEY_LEAST_LAG)
  store<i32>(header, greatest(lags, links), SURVEY_GREATEST_LAG)
  let said = readNumbers(load<u32>(header, SURVEY_PERCENT_ADDRESS), load<u32>(header, SURVEY_POINTS_ADDRESS), tasks)
  if (areDisordered(optimistic, likely, pessimistic, tasks)) said |= SURVEY_HAS_DISORDER
  if (areReversed(started, finished, tasks)) said |= SURVEY_HAS_REVERSAL
  if (isAny(load<u32>(header, SURVEY_UNIT_ADDRESS), links)) said |= SURVEY_HAS_ELAPSED_LAG
  return said
}

/** Where a column ends, and where its last whole vector does. */
function endOf(from: usize, count: u32): usize {
  return from + ((<usize>count) << 2)
}

function vectorsEnd(from: usize, count: u32): usize {
  return from + ((<usize>count & ~3) << 2)
}

function least(from: usize, count: u32): i32 {
  let lanes = i32x4.splat(i32.MAX_VALUE)
  const vectors = vectorsEnd(from, count)
  for (let at = from; at < vectors; at += 16) lanes = i32x4.min_s(lanes, v128.load(at))
  for (let at = vectors; at < endOf(from, count); at += 4) lanes = i32x4.min_s(lanes, v128.load32_splat(at))
  return leastLane(lanes)
}

/** The least of the values, each less by 1. */
function leastOfNext(from: usize, count: u32): i32 {
  let lanes = i32x4.splat(i32.MAX_VALUE)
  const one = i32x4.splat(1)
  const vectors = vectorsEnd(from, count)
  for (let at = from; at < vectors; at += 16) lanes = i32x4.min_s(lanes, i32x4.sub(v128.load(at), one))
  for (let at = vectors; at < endOf(from, count); at += 4)
    lanes = i32x4.min_s(lanes, i32x4.sub(v128.load32_splat(at), one))
  return leastLane(lanes)
}

function leastLane(lanes: v128): i32 {
  const two = i32x4.min_s(lanes, i32x4.shuffle(lanes, lanes, 2, 3, 0, 1))
  return min(i32x4.extract_lane(two, 0), i32x4.extract_lane(two, 1))
}

function greatest(from: usize, count: u32): i32 {
  let lanes = i32x4.splat(i32.MIN_VALUE)
  const vectors = vectorsEnd(from, count)
  for (let at = from; at < vectors; at += 16) lanes = i32x4.max_s(lanes, v128.load(at))
  for (let at = vectors; at < endOf(from, count); at += 4) lanes = i32x4.max_s(lanes, v128.load32_splat(at))
  const two = i32x4.max_s(lanes, i32x4.shuffle(lanes, lanes, 2, 3, 0, 1))
  return max(i32x4.extract_lane(two, 0), i32x4.extract_lane(two, 1))
}

function areDisordered(optimistic: usize, likely: usize, pessimistic: usize, count: u32): bool {
  let odd = i32x4.splat(0)
  const bytes = (<usize>count & ~3) << 2
  for (let at: usize = 0; at < bytes; at += 16)
    odd = v128.or(odd, disorder(v128.load(optimistic + at), v128.load(likely + at), v128.load(pessimistic + at)))
  for (let at = bytes; at < (<usize>count) << 2; at += 4)
    odd = v128.or(
      odd,
      disorder(v128.load32_splat(optimistic + at), v128.load32_splat(likely + at), v128.load32_splat(pessimistic + at)),
    )
  return v128.any_true(odd)
}

/** Lanes in which all three are given and one is less than the one before. */
function disorder(optimistic: v128, likely: v128, pessimistic: v128): v128 {
  const falls = v128.or(i32x4.gt_s(optimistic, likely), i32x4.gt_s(likely, pessimistic))
  const isOpen = i32x4.lt_s(i32x4.min_s(optimistic, i32x4.min_s(likely, pessimistic)), i32x4.splat(0))
  return v128.andnot(falls, isOpen)
}

/** Whether any finish is recorded and comes before the start. */
function areReversed(started: usize, finished: usize, count: u32): bool {
  const none = i32x4.splat(i32.MIN_VALUE)
  let odd = i32x4.splat(0)
  const bytes = (<usize>count & ~3) << 2
  for (let at: usize = 0; at < bytes; at += 16) {
    const finish = v128.load(finished + at)
    odd = v128.or(odd, v128.and(i32x4.ne(finish, none), i32x4.gt_s(v128.load(started + at), finish)))
  }
  for (let at = bytes; at < (<usize>count) << 2; at += 4) {
    const finish = v128.load32_splat(finished + at)
    odd = v128.or(odd, v128.and(i32x4.ne(finish, none), i32x4.gt_s(v128.load32_splat(started + at), finish)))
  }
  return v128.any_true(odd)
}

function readNumbers(percents: usize, points: usize, count: u32): i32 {
  const zero = f64x2.splat(0)
  const infinity = f64x2.splat(Infinity)
  let odd = zero
  let above = zero
  const bytes = (<usize>count & ~1) << 3
  for (let at: usize = 0; at < bytes; at += 16) {
    const percent = v128.load(percents + at)
    above = v128.or(above, f64x2.gt(percent, zero))
    // A number less itself is 0, or no number where it is not finite.
    odd = v128.or(odd, f64x2.ne(f64x2.sub(percent, percent), zero))
    odd = v128.or(odd, f64x2.eq(f64x2.abs(v128.load(points + at)), infinity))
  }
  if ((count & 1) !== 0) {
    const percent = v128.load64_splat(percents + bytes)
    above = v128.or(above, f64x2.gt(percent, zero))
    odd = v128.or(odd, f64x2.ne(f64x2.sub(percent, percent), zero))
    odd = v128.or(odd, f64x2.eq(f64x2.abs(v128.load64_splat(points + bytes)), infinity))
  }
  return (v128.any_true(above) ? SURVEY_HAS_PROGRESS : 0) | (v128.any_true(odd) ? SURVEY_HAS_ODD_NUMBER : 0)
}

/** Whether any of some bytes is not 0. */
function isAny(from: usize, count: u32): bool {
  let any = i32x4.splat(0)
  const vectors = from + (<usize>count & ~15)
  for (let at = from; at < vectors; at += 16) any = v128.or(any, v128.load(at))
  for (let at = vectors; at < from + <usize>count; at++) any = v128.or(any, v128.load8_splat(at))
  return v128.any_true(any)
}
