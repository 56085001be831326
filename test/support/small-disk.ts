import { spawnSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { scratchFolder } from './scratch-folder.ts'

/** A disk of its own in memory that a test can fill. */
export interface SmallDisk {
  readonly folder: string
  /** Fills it until so many bytes are left. */
  fill(leftBytes: number): void
  /** Takes the filling out again. */
  empty(): void
}

/** False, with the reason to tell, where this process may not mount. */
export const withoutMounts = mayMount() ? false : 'this process may not mount'

export function mountSmallDisk(t: { teardown: (work: () => void) => void }, megabytes: number): SmallDisk {
  const folder = scratchFolder('svc-disk-')
  t.teardown(() => rmSync(folder, { recursive: true, force: true }))
  if (!mount(folder, `${megabytes}m`)) throw new Error('the disk was not mounted')
  t.teardown(() => unmount(folder))
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

function mayMount(): boolean {
  const folder = scratchFolder('svc-disk-')
  const isMounted = mount(folder, '64k')
  if (isMounted) unmount(folder)
  rmSync(folder, { recursive: true, force: true })
  return isMounted
}

function mount(folder: string, size: string): boolean {
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=0755`, 'tmpfs', folder]).status === 0
}

/** Also while somebody still holds a file on it. */
function unmount(folder: string): void {
  spawnSync('umount', ['-l', folder])
}
