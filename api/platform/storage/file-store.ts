import type { Readable } from 'node:stream'

export interface StoredFile {
  readonly stream: Readable
  readonly sizeBytes: number
}

export interface ListedFile {
  readonly key: string
  readonly changedAt: Date
}

export interface SigningOptions {
  /** Under which a browser keeps it. */
  readonly fileName: string
  readonly lifeSeconds: number
}

/** Where files lie that people put here, by keys that are ours: a prefix and an id. */
export interface FileStore {
  /** Stores the bytes of a file for good; the file itself may be gone afterwards. */
  put(key: string, file: { readonly path: string; readonly sizeBytes: number }): Promise<void>
  /** The bytes to be read, or null where there are none. */
  open(key: string): Promise<StoredFile | null>
  /** What is not there is no fault. */
  remove(key: string): Promise<void>
  /** All there is below a prefix, some at a time. */
  list(prefix: string): AsyncIterable<readonly ListedFile[]>
  /** An address at which whoever has it reads the file for a time; null where the store gives none. */
  readonly sign: ((key: string, options: SigningOptions) => Promise<string>) | null
}

/** How a reply has a browser keep a file and never show it. Names other than plain ones travel beside a plain one. */
export function asDownload(fileName: string): string {
  const plain = fileName.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const exact = encodeURIComponent(fileName).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
