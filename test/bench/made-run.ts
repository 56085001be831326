import type { CaseResult, SizeResult } from '../../bench/bench-case.ts'
import { type BenchRun, RUN_FORMAT } from '../../bench/bench-run.ts'

export function madeSize(samples: readonly number[], more: Partial<SizeResult> = {}): SizeResult {
  const nothing = {
    failure: null,
    hash: 'h',
    datasetHash: 'd',
    parts: {},
    facts: {},
    peers: [],
    notMeasured: [],
    aims: [],
  }
  return { size: 1_000, samples, ...nothing, ...more }
}

export function madeCase(name: string, sizes: readonly SizeResult[], more: Partial<CaseResult> = {}): CaseResult {
  const kind = { group: 'compute', unit: 'ms', sizeName: 'tasks', workName: 'task', growthAim: null } as const
  return { name, summary: `${name}, made`, ...kind, sizes, ...more }
}

export function madeRun(cases: readonly CaseResult[], processor = 'Made processor'): BenchRun {
  return {
    format: RUN_FORMAT,
    takenAt: '2026-01-01T12:00:00.000Z',
    seconds: 12.3,
    mode: 'quick',
    machine: {
      processor,
      cores: 2,
      caches: null,
      memoryGib: 24,
      platform: 'linux x64',
      kernel: '6.1',
      node: '24.21.0',
      v8: '13',
      commit: 'abcdef',
      isDirty: true,
      cgroupCpuMax: null,
      cgroupMemoryMax: null,
      governor: null,
    },
    loadBefore: 0.1,
    loadAfter: 9.5,
    cases,
    notMeasured: [{ what: 'moon phase', why: 'no <telescope> & no night' }],
  }
}
