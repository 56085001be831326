import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import type { ImportedPlan } from '../../../importers/plan/imported-plan.ts'
import { unpackPlan } from '../../../importers/plan/packed-plan.ts'

const [compress, decompress] = [promisify(zstdCompress), promisify(zstdDecompress)]

/** What the first byte says of those after it. */
const FILE = 0
const PLAN = 1

export type UploadContent = { readonly file: Buffer } | { readonly plan: ImportedPlan }

/**
 * A file as it is stored until it was read. Plan files are text for the most part: a twentieth is written, logged and read
 * by the database instead of the whole, which takes several times as long as packing it does.
 */
export async function packedFile(bytes: Uint8Array): Promise<Buffer> {
  return Buffer.concat([Buffer.of(FILE), await compress(bytes)])
}

/** The same of a file that was read already: its plan, which is then written without being read once more. */
export function packedPlan(packed: Uint8Array): Buffer {
  return Buffer.concat([Buffer.of(PLAN), packed])
}

export async function unpackContent(content: Buffer): Promise<UploadContent> {
  const packed = content.subarray(1)
  return content[0] === PLAN ? { plan: unpackPlan(packed) } : { file: await decompress(packed) }
}
