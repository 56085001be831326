/**
 * Where a test writes. In a run of the suite that is the folder of the run; a file that is run singly gets one of its own, and
 * a detached process (`run-reaper.ts`) that ends what still runs there and removes it once the file has ended, also by a kill.
 */
import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeRunFolder, runFolderPrefix } from './test-runs.ts'

/** Makes an empty folder whose name begins so, on another disk when a folder there is given. */
export function scratchFolder(prefix: string, parent = runFolder()): string {
  return mkdtempSync(join(parent, prefix))
}

/** What the processes of a test inherit as `TMPDIR`, by which they are found. */
export function runFolder(): string {
  if (basename(tmpdir()).startsWith(runFolderPrefix)) return tmpdir()
  const folder = makeRunFolder(tmpdir())
  const reaper = spawn(process.execPath, [fileURLToPath(new URL('./run-reaper.ts', import.meta.url)), folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  // Its input ends with this process, however that ends.
  reaper.unref()
  ;(reaper.stdin as unknown as { unref(): void }).unref()
  process.env.TMPDIR = folder
  return folder
}
