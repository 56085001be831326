import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { refusalOfFolder } from '../http/body/upload-folder.ts'
import type { FileStore, ListedFile } from './file-store.ts'

const FILES_OF_A_PAGE = 500

/** Files below the data folder. There is no address at which a browser could read them past this service. */
export function createLocalStore(dataDir: string): FileStore {
  const pathOf = (key: string) => path.join(dataDir, key)
  return {
    async put(key, file) {
      const target = pathOf(key)
      await told(async () => {
        await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
        await move(file.path, target)
      })
    },
    async open(key) {
      const found = await stat(pathOf(key)).catch(nothingThere)
      return found && { stream: createReadStream(pathOf(key)), sizeBytes: found.size }
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    list: (prefix) => listFolder(dataDir, prefix),
    sign: null,
  }
}

/** The bytes are on the disk before a row may speak of them. */
async function move(from: string, to: string): Promise<void> {
  const file = await open(from, 'r+')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error
    await copyFile(from, to)
  })
}

async function told(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw refusalOfFolder(error) ?? error
  }
}

async function* listFolder(dataDir: string, prefix: string): AsyncIterable<readonly ListedFile[]> {
  const entries = await readdir(path.join(dataDir, prefix), { recursive: true, withFileTypes: true }).catch(
    nothingThere,
  )
  const files = (entries ?? []).filter((entry) => entry.isFile())
  for (let start = 0; start < files.length; start += FILES_OF_A_PAGE) {
    const page: ListedFile[] = []
    for (const entry of files.slice(start, start + FILES_OF_A_PAGE)) {
      const file = path.join(entry.parentPath, entry.name)
      const found = await stat(file).catch(nothingThere)
      if (found) page.push({ key: path.relative(dataDir, file).split(path.sep).join('/'), changedAt: found.mtime })
    }
    yield page
  }
}

function nothingThere(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return null
  throw error
}
