import { once } from 'node:events'
import { chown, mkdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { databaseName, userName } from './database-names.ts'
import { type RunAs, spawnAs } from './run-as.ts'

const majorVersion = '18'

export interface ClusterPlace {
  binDir: string
  clusterDir: string
  runAs: RunAs
  fsync: boolean
}

/**
 * Makes the database cluster if there is none. It grows under another name and is renamed when complete and on the disk,
 * so a start that is killed half-way leaves nothing that looks like a database. Takes about a second.
 */
export async function initCluster(place: ClusterPlace): Promise<'made' | 'existing'> {
  const version = await readFile(join(place.clusterDir, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version !== null) {
    if (version.trim() === majorVersion) return 'existing'
    throw new Error(
      `The embedded database in ${place.clusterDir} was made by PostgreSQL ${version.trim()}, and this release ` +
        `brings ${majorVersion}. Export it with the release that made it, or name another SVC_DATA_DIR.`,
    )
  }
  const draftDir = `${place.clusterDir}.${process.pid}`
  await rm(draftDir, { recursive: true, force: true })
  await mkdir(draftDir, { recursive: true, mode: 0o700 })
  if (place.runAs.kind === 'nobody') await chown(draftDir, place.runAs.ownerId, place.runAs.ownerId)
  try {
    await runInitdb(place, draftDir)
    await createDatabase(place, draftDir)
    if (place.fsync) await syncToDisk(place, draftDir)
    await rename(draftDir, place.clusterDir)
  } catch (error) {
    await rm(draftDir, { recursive: true, force: true })
    throw error
  }
  return 'made'
}

async function runInitdb({ binDir, runAs }: ClusterPlace, draftDir: string): Promise<void> {
  // Trust is safe because the only door is a socket in a folder that nobody else can enter. The built-in locale
  // sorts alike on every machine.
  const args = ['-D', draftDir, '-U', userName, '-A', 'trust', '-E', 'UTF8', '--locale-provider=builtin']
  await runToEnd(runAs, join(binDir, 'initdb'), [...args, '--builtin-locale=C.UTF-8', '--no-sync'], '')
}

/** All at once when all is there: file by file it takes as long as making them, on a busy disk many times as long. */
async function syncToDisk({ binDir, runAs }: ClusterPlace, draftDir: string): Promise<void> {
  await runToEnd(runAs, join(binDir, 'initdb'), ['-D', draftDir, '--sync-only', '--sync-method=syncfs'], '')
}

/** Creates our database with a server of one session, so a cluster is never seen without it. */
async function createDatabase({ binDir, runAs }: ClusterPlace, draftDir: string): Promise<void> {
  const args = ['--single', '-D', draftDir, '-c', 'fsync=off', 'postgres']
  await runToEnd(runAs, join(binDir, 'postgres'), args, `create database ${databaseName}\n`)
}

async function runToEnd(runAs: RunAs, binary: string, args: string[], input: string): Promise<void> {
  const child = spawnAs(runAs, binary, args, { cwd: dirname(binary), stdio: ['pipe', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  child.stdout!.on('data', (bytes: Buffer) => output.push(bytes))
  child.stderr!.on('data', (bytes: Buffer) => output.push(bytes))
  child.stdin!.on('error', () => {}) // The exit code says more than a closed pipe.
  child.stdin!.end(input)
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (code === 0) return
  const said = Buffer.concat(output).toString().trim().split('\n').slice(-8).join('\n')
  throw new Error(`${binary} ended with ${code ?? signal}:\n${said}`)
}
