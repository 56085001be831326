import { createHash } from 'node:crypto'
import { chown, lstat, mkdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { socketPort } from './database-names.ts'
import type { RunAs } from './run-as.ts'

/** What the kernel allows for the path of a socket, without its closing zero byte. */
const longestSocketPath = 107

/**
 * Where the socket lies: in the database's home, or under the temporary folder when that path is too long or holds a comma,
 * which parts folders in the settings of the server. The same
 * home always gives the same folder, so addresses stay valid when the server starts again.
 */
export function socketFolder(homeDir: string): string {
  const digest = createHash('sha256').update(homeDir).digest('hex').slice(0, 16)
  const shortName = `svc-${process.geteuid!()}-${digest}`
  const candidates = [join(homeDir, 'socket'), join(tmpdir(), shortName), join('/tmp', shortName)]
  return candidates.find((folder) => isShortEnough(folder) && !folder.includes(',')) ?? join('/tmp', shortName)
}

function isShortEnough(folder: string): boolean {
  return Buffer.byteLength(join(folder, `.s.PGSQL.${socketPort}`)) <= longestSocketPath
}

/** Makes the folder for our eyes only. Whoever can enter it is superuser, so a folder of someone else is refused. */
export async function makeSocketFolder(path: string, runAs: RunAs): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  if (runAs.kind === 'nobody') await chown(path, runAs.ownerId, runAs.ownerId)
  const facts = await lstat(path)
  const isOurs = facts.isDirectory() && facts.uid === runAs.ownerId && (facts.mode & 0o077) === 0
  if (!isOurs) throw new Error(`The socket folder ${path} exists and is not private to user id ${runAs.ownerId}`)
}
