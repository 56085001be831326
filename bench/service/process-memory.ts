import { readdirSync, readFileSync } from 'node:fs'
import type { RunningService } from './running-service.ts'

/** What a process holds of the machine now, and the most it ever held. */
export interface HeldMemory {
  readonly residentMb: number
  readonly peakMb: number
}

/** Of one of the service's processes. Read from /proc, so only where the system has that. */
export function memoryHeldBy(service: RunningService, role: 'api' | 'jobs'): HeldMemory {
  const status = readFileSync(`/proc/${pidOf(service.pid, role)}/status`, 'utf8')
  const mb = (field: string) => {
    const kb = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]
    if (kb === undefined) throw new Error(`the system does not tell ${field}`)
    return Number(kb) / 1024
  }
  return { residentMb: mb('VmRSS'), peakMb: mb('VmHWM') }
}

/** The service's process of a role, found by its last argument among all below the one that holds them. */
function pidOf(holder: number, role: string): number {
  const below = new Set([holder])
  // Numbers of processes wrap around, so that a child may stand before its parent.
  for (let found = 0; found < below.size; ) {
    found = below.size
    for (const { pid, parent } of processes()) if (below.has(parent)) below.add(pid)
  }
  for (const pid of below) if (argumentsOf(pid).at(-1) === role) return pid
  throw new Error(`the service has no process "${role}"`)
}

function processes(): { pid: number; parent: number }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      // The name of the program stands in brackets and may hold anything.
      const parent = /\) \S (\d+) /.exec(textOf(`/proc/${name}/stat`))?.[1]
      return parent === undefined ? [] : [{ pid: Number(name), parent: Number(parent) }]
    })
}

function argumentsOf(pid: number): string[] {
  return textOf(`/proc/${pid}/cmdline`).split('\0').filter(Boolean)
}

/** Nothing of a process that has just ended. */
function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
