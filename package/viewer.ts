// Brings the reference viewer into `api/pages/reference/`: `node package/viewer.ts`. Of the package that publishes it only
// its finished script is wanted; with what that is built of it would be 290 MB in every installation.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** What the script in the folder is. */
export const VIEWER = { name: '@scalar/api-reference', version: '1.72.1', license: 'MIT' }

if (import.meta.main) bringViewer(join(import.meta.dirname, '..', 'api', 'pages', 'reference'))

function bringViewer(folder: string): void {
  const work = mkdtempSync(join(tmpdir(), 'svc-viewer-'))
  try {
    const packed = execFileSync('npm', ['pack', '--silent', `${VIEWER.name}@${VIEWER.version}`], { cwd: work })
      .toString()
      .trim()
    execFileSync('tar', ['-xzf', packed], { cwd: work })
    const script = readFileSync(join(work, 'package', 'dist', 'browser', 'standalone.js'))
    writeFileSync(join(folder, 'viewer.js.gz'), gzipSync(script, { level: 9 }))
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
}
