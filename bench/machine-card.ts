import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, release, totalmem } from 'node:os'

export interface MachineCard {
  readonly processor: string
  readonly cores: number
  readonly memoryGib: number
  readonly kernel: string
  readonly node: string
  readonly v8: string
  readonly commit: string
  readonly isDirty: boolean
  readonly load: number
  readonly cgroupCpuMax: string | null
}

/** What the figures were measured on; printed with them and compared by `bench compare`. */
export function machineCard(): MachineCard {
  return {
    processor: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGib: Math.round(totalmem() / 2 ** 30),
    kernel: release(),
    node: process.versions.node,
    v8: process.versions.v8,
    commit: git('rev-parse', '--short=12', 'HEAD') ?? 'unknown',
    isDirty: (git('status', '--porcelain') ?? '') !== '',
    load: Math.round((loadavg()[0] ?? 0) * 100) / 100,
    cgroupCpuMax: readOptional('/sys/fs/cgroup/cpu.max'),
  }
}

function git(...args: string[]): string | null {
  try {
    return execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
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
