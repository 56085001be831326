// Plans whose stored early and late dates an independent pass reproduces: ours gives the same ones. A milestone at the end
// of a day stands at the start of the next one here. What a begun task has left is laid out from its start here and from
// where it stands there, so plans with tasks in progress are left out.

import { existsSync, readFileSync } from 'node:fs'
import t from 'tap'
import { runCpm } from '../../compute/cpm/run-cpm.ts'
import { buildGraph } from '../../compute/model/build-graph.ts'
import { columnsFromPlan } from '../../compute/model/columns-from-plan.ts'
import { scheduleDocument } from '../../compute/model/documents/schedule-document.ts'
import type { Plan } from '../../compute/plan/plan-document.ts'
import { readPlan } from '../../importers/read-plan.ts'

interface GoldenTask {
  uid: number
  summary: boolean
  blank_row?: boolean
  percent_complete: number
  duration?: { min: number; u: string }
  predecessors?: { lag_min: number | null }[]
  cpm_stored?: Record<string, string | number | null>
}

interface Golden {
  read: { ok: boolean }
  counts: { cpm_state?: string }
  project: { minutes_per_day: number; default_start_time: string; default_end_time: string }
  tasks: GoldenTask[]
}

const corpus = new URL('../../../shared/corpus/planfiles/', import.meta.url)
const FIELDS = ['early_start', 'early_finish', 'late_start', 'late_finish'] as const

function leavesOf(golden: Golden): GoldenTask[] {
  return golden.tasks.filter((task) => !task.summary && task.uid !== 0 && !task.blank_row)
}

/** Whole days everywhere: durations, lags, and dates that begin and end with the day. */
function isOfWholeDays(golden: Golden): boolean {
  const { minutes_per_day: perDay, default_start_time: from, default_end_time: to } = golden.project
  const edges = [from, to, '08:00', '17:00'].map((time) => `T${time}:00`)
  const isWhole = (minutes: number | null | undefined) => minutes !== null && (minutes ?? 0) % perDay === 0
  return leavesOf(golden).every(
    (task) =>
      isWhole(task.duration?.min) &&
      !task.duration?.u.startsWith('e') &&
      (task.predecessors ?? []).every((link) => isWhole(link.lag_min)) &&
      FIELDS.every((field) => {
        const date = task.cpm_stored?.[field]
        return typeof date !== 'string' || edges.some((edge) => date.endsWith(edge))
      }),
  )
}

function nextWeekday(date: string): string {
  let day = Date.parse(date)
  do day += 86_400_000
  while ([0, 6].includes(new Date(day).getUTCDay()))
  return new Date(day).toISOString().slice(0, 10)
}

/** Dates of the file that are not ours, in words. */
function differences(golden: Golden, plan: Plan): string[] {
  const document = scheduleDocument(plan, runCpm(buildGraph(columnsFromPlan(plan))))
  const rows = new Map(document.tasks.map((row) => [row.id, row]))
  return leavesOf(golden).flatMap((task) =>
    FIELDS.flatMap((field) => {
      const stored = task.cpm_stored?.[field]
      if (typeof stored !== 'string') return []
      const ours = rows.get(String(task.uid))?.[field]
      const date = stored.slice(0, 10)
      const isMilestoneAtEnd = task.duration?.min === 0 && stored.slice(11) > '12'
      const isEqual = ours === date || (isMilestoneAtEnd && ours === nextWeekday(date))
      return isEqual ? [] : [`${task.uid} ${field}: ${stored} in the file, ${ours} here`]
    }),
  )
}

t.test(
  'early and late dates of the file are ours',
  { skip: !existsSync(corpus) && 'the corpus is not here' },
  async (t) => {
    const manifest = JSON.parse(readFileSync(new URL('manifest.json', corpus), 'utf8')) as { file: string }[]
    const seen = { plans: 0, inProgress: 0 }
    for (const { file } of manifest) {
      const golden = JSON.parse(readFileSync(new URL(`golden/${file}.json`, corpus), 'utf8')) as Golden
      const leaves = golden.read.ok ? leavesOf(golden) : []
      if (leaves.length === 0 || !golden.counts.cpm_state?.startsWith('match') || !isOfWholeDays(golden)) continue
      seen.plans++
      if (leaves.some((task) => task.percent_complete > 0 && task.percent_complete < 100)) {
        seen.inProgress++
        continue
      }
      t.strictSame(differences(golden, readPlan(readFileSync(new URL(file, corpus)), file) as Plan), [], file)
    }
    t.ok(seen.plans - seen.inProgress >= 25, `${seen.plans} plans, ${seen.inProgress} with tasks in progress`)
  },
)
