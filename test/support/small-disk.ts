import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** A disk of its own in memory that a test can fill. */
export interface SmallDisk {
  readonly folder: string
  /** Fills it until so many bytes are left. */
  fill(leftBytes: number): void
  /** Takes the filling out again. */
  empty(): void
}

/** Null where this process may not mount. */
export function mountSmallDisk(t: { teardown: (work: () => void) => void }, megabytes: number): SmallDisk | null {
  const folder = mkdtempSync(path.join(tmpdir(), 'svc-disk-'))
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder])
  if (mounted.status !== 0) return null
  // Whoever still holds a file on it must not keep the folder.
  t.teardown(() => void spawnSync('umount', ['-l', folder]))
  const ballast = path.join(folder, 'ballast')
  return {
    folder,
    fill(leftBytes) {
      const { bavail, bsize } = statfsSync(folder)
      writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leftBytes)))
    },
    empty() {
      rmSync(ballast, { force: true })
    },
  }
}
