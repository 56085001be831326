import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { scratchFolder } from '../../support/scratch-folder.ts'
import type { TestApp, TestUser } from '../../support/start-app.ts'

/** The files of a bundle, as the machine's own `tar` unpacks it. */
export async function unpack(app: TestApp, user: TestUser, job: string): Promise<Record<string, Buffer>> {
  const folder = scratchFolder('svc-bundle-')
  try {
    const sent = await fetch(`${app.url}/api/v1${job}download/`, { headers: { authorization: `Bearer ${user.token}` } })
    if (sent.headers.get('content-type') !== 'application/gzip') throw new Error(await sent.text())
    writeFileSync(path.join(folder, 'bundle.tar.gz'), Buffer.from(await sent.arrayBuffer()))
    execFileSync('tar', ['-xzf', 'bundle.tar.gz'], { cwd: folder })
    const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    const files = names.filter((entry) => entry.isFile() && entry.name !== 'bundle.tar.gz')
    return Object.fromEntries(
      files.map(({ parentPath, name }) => {
        const file = path.join(parentPath, name)
        return [path.relative(folder, file), readFileSync(file)]
      }),
    )
  } finally {
    rmSync(folder, { recursive: true })
  }
}
