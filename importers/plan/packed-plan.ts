import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { ImportedPlan } from './imported-plan.ts'

/** A plan as bytes, to be kept until somebody writes it: a tenth of the file it was read from, and soon read again. */
export const packPlan = (plan: ImportedPlan): Uint8Array => zstdCompressSync(JSON.stringify(plan))

export const unpackPlan = (packed: Uint8Array): ImportedPlan => JSON.parse(zstdDecompressSync(packed).toString())
