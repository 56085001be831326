import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type Refusal, unavailable } from '../../errors.ts'
import { newId } from '../../ids.ts'
import type { Config } from '../../settings/config.ts'

/** What the system says of a folder that is gone, is none, or may not be written. A full disk has its own answer. */
const UNWRITABLE = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST', 'EISDIR', 'ENOENT', 'EIO', 'ESTALE'])

/** Where uploads lie while they are read. */
export function uploadFolder(config: Pick<Config, 'dataDir'>): string {
  return path.join(config.dataDir, 'uploads')
}

/** The refusal of an upload whose file could not be written, or null where the failure is of another kind. */
export function refusalOfFolder(error: unknown): Refusal | null {
  const code = (error as { code?: unknown } | null)?.code
  if (typeof code !== 'string' || !UNWRITABLE.has(code)) return null
  return unavailable('The folder for uploads cannot be written.', {
    code: 'storage_unavailable',
    retryAfterSeconds: 30,
  })
}

/** Throws what an upload would meet: writes a file and removes it. */
export async function checkUploadFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const file = path.join(folder, `${newId()}.check`)
  try {
    await writeFile(file, 'ok', { mode: 0o600 })
  } finally {
    await rm(file, { force: true })
  }
}
