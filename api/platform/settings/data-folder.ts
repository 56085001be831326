import { accessSync, chmodSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type Config, ConfigError } from './config.ts'

const PRIVATE = 0o700
const STICKY = 0o1000

/**
 * Makes the data folder, open to its owner alone: it holds the keys, the mails and the database. One that was wider before
 * is closed. What cannot be a folder of ours is told by the name of its setting.
 */
export function makeDataFolder({ dataDir }: Pick<Config, 'dataDir'>): void {
  try {
    makeFolder(dataDir)
    close(dataDir)
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const { code = 'unusable' } = error as NodeJS.ErrnoException
    const holds = `${JSON.stringify(dataDir)} (${code})`
    throw new ConfigError([{ name: 'SVC_DATA_DIR', holds, allowed: 'a folder that can be made, read and written' }])
  }
}

/** Level by level: the recursive way of the runtime never ends where a folder takes no entries, as under /proc. */
function makeFolder(path: string, mode: number | undefined = PRIVATE): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found?.isDirectory()) return
  if (found) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' })
  if (dirname(path) !== path) makeFolder(dirname(path), 0o755)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process was first.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * A folder with the database of nobody stays one that can be walked through. What holds other things than ours, or is
 * somebody else's, or everybody's, is left as it is.
 */
function close(dataDir: string): void {
  const { uid, mode } = statSync(dataDir)
  const ownId = process.geteuid?.()
  const entries = readdirSync(dataDir)
  const isOurs = entries.length === 0 || entries.includes('secrets.json') || entries.includes('postgres')
  if (uid !== ownId || !isOurs || (mode & STICKY) !== 0) return
  const database = statSync(join(dataDir, 'postgres'), { throwIfNoEntry: false })
  const kept = database && database.uid !== ownId ? 0o701 : PRIVATE
  if ((mode & 0o777 & ~kept) !== 0) chmodSync(dataDir, mode & kept)
}
