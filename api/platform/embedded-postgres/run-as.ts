import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { userInfo } from 'node:os'
import { promisify } from 'node:util'

/**
 * PostgreSQL refuses to run as root, and initdb wants a name for its user id. So there are three ways to run it:
 * plainly; in a user namespace in which our id looks like nobody's (files stay ours); or truly as nobody, where
 * namespaces are forbidden (many containers) and we are root.
 */
export type RunAs = { kind: 'plain' | 'mapped' | 'nobody'; ownerId: number }

const nobodyId = 65_534
const mapping = ['--user', `--map-user=${nobodyId}`, `--map-group=${nobodyId}`, '--']

/** Chooses how to run the binaries, so that files of an existing cluster fit. */
export async function chooseRunAs(clusterDir: string): Promise<RunAs> {
  const ownId = process.geteuid!()
  const clusterOwnerId = await ownerOf(clusterDir)
  const runAs = await chooseByRights(ownId, clusterOwnerId)
  if (clusterOwnerId !== null && clusterOwnerId !== runAs.ownerId) {
    throw new Error(
      `The embedded database in ${clusterDir} belongs to user id ${clusterOwnerId}, and this is user id ${ownId}. ` +
        'Start the service as that user, change the owner of the folder, or name another SVC_DATA_DIR.',
    )
  }
  return runAs
}

async function chooseByRights(ownId: number, clusterOwnerId: number | null): Promise<RunAs> {
  const isRoot = ownId === 0
  if (!isRoot && hasName()) return { kind: 'plain', ownerId: ownId }
  const isNobodys = isRoot && clusterOwnerId === nobodyId
  if (!isNobodys && (await canMap())) return { kind: 'mapped', ownerId: ownId }
  return isRoot ? { kind: 'nobody', ownerId: nobodyId } : { kind: 'plain', ownerId: ownId }
}

async function ownerOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).uid
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

function hasName(): boolean {
  try {
    return userInfo().username !== ''
  } catch {
    // Containers started with a bare number have no line in the password file.
    return false
  }
}

async function canMap(): Promise<boolean> {
  // Lets the tests take the way of containers in which namespaces are forbidden.
  if (process.env.SVC_EMBEDDED_WITHOUT_NAMESPACE === 'true') return false
  try {
    await promisify(execFile)('unshare', [...mapping, 'true'])
    return true
  } catch {
    return false
  }
}

/** Starts one of the binaries in the chosen way. `unshare` replaces itself, so the process id is the binary's own. */
export function spawnAs(runAs: RunAs, binary: string, args: string[], options: SpawnOptions): ChildProcess {
  const env = { PATH: process.env.PATH ?? '', LC_ALL: 'C', TZ: 'UTC' }
  if (runAs.kind === 'mapped') return spawn('unshare', [...mapping, binary, ...args], { ...options, env })
  const asNobody = runAs.kind === 'nobody' ? { uid: nobodyId, gid: nobodyId } : {}
  return spawn(binary, args, { ...options, ...asNobody, env })
}
