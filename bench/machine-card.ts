import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, loadavg, platform, release, totalmem } from 'node:os'
import { fileURLToPath } from 'node:url'

export interface MachineCard {
  readonly processor: string
  readonly cores: number
  readonly caches: string | null
  readonly memoryGib: number
  readonly platform: string
  readonly kernel: string
  readonly node: string
  readonly v8: string
  readonly commit: string
  /** The working copy had changes, so the commit does not say what was measured. */
  readonly isDirty: boolean
  readonly cgroupCpuMax: string | null
  readonly cgroupMemoryMax: string | null
  readonly governor: string | null
}

interface BenchLoad {
  readonly machine: Pick<MachineCard, 'cores'>
  readonly loadBefore: number
  readonly loadAfter: number
}

/** What the figures were measured on; printed with them and compared by `bench compare`. */
export function machineCard(): MachineCard {
  return {
    processor: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    caches: caches(),
    memoryGib: Math.round(totalmem() / 2 ** 30),
    platform: `${platform()} ${arch()}`,
    kernel: release(),
    node: process.versions.node,
    v8: process.versions.v8,
    commit: git('rev-parse', '--short=12', 'HEAD') ?? 'unknown',
    isDirty: (git('status', '--porcelain') ?? '') !== '',
    cgroupCpuMax: readOptional('/sys/fs/cgroup/cpu.max'),
    cgroupMemoryMax: readOptional('/sys/fs/cgroup/memory.max'),
    governor: readOptional('/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor'),
  }
}

/** Load of the last minute. Above about half of the cores, figures of this run are those of a busy machine. */
export function loadNow(): number {
  return Math.round((loadavg()[0] ?? 0) * 100) / 100
}

/** Whether others used the processors too, so that a time over its aim may be theirs. */
export function wasBusy({ machine, loadBefore, loadAfter }: BenchLoad): boolean {
  return Math.max(loadBefore, loadAfter) > machine.cores * 1.5
}

function caches(): string | null {
  const of = (index: number) => readOptional(`/sys/devices/system/cpu/cpu0/cache/index${index}/size`)
  const [data, second, third] = [of(0), of(2), of(3)]
  return data === null
    ? null
    : [`L1d ${data}`, second && `L2 ${second}`, third && `L3 ${third}`].filter(Boolean).join(', ')
}

function git(...args: string[]): string | null {
  const cwd = fileURLToPath(new URL('..', import.meta.url))
  try {
    return execFileSync('git', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}

function readOptional(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return null
  }
}
