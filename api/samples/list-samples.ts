import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { notFound } from '../platform/errors.ts'
import { Reply } from '../platform/http/route.ts'
import type { sampleCatalogReply } from './sample.schema.ts'
import { findSample, SAMPLE_KEYS } from './sample-file.ts'

type Entry = z.output<typeof sampleCatalogReply>[number]

/** The bundled samples with what is in each. */
export function listSamples(publicUrl: string): Entry[] {
  return SAMPLE_KEYS.map((key) => entryOf(key, publicUrl))
}

function entryOf(key: string, publicUrl: string): Entry {
  const sample = findSample(key)
  if (!sample) throw new Error(`the bundled sample ${key} is missing`)
  const { title, description, bytes, document } = sample
  return {
    key,
    title,
    description,
    filename: `${key}.json`,
    available: true,
    size_bytes: bytes.length,
    sha256: digestOf(bytes),
    schema_version: document.schema_version,
    project_count: document.projects.length,
    task_count: document.projects.reduce((sum, project) => sum + (project.tasks?.length ?? 0), 0),
    resource_count: document.resources?.length ?? 0,
    download_url: `${publicUrl}/api/v1/programs/samples/${key}/download/`,
  }
}

/** The file itself; its digest is its tag. */
export function downloadSample(key: string, ifNoneMatch: string | undefined): Reply {
  const bytes = findSample(key)?.bytes
  if (!bytes) throw notFound()
  const etag = `"${digestOf(bytes)}"`
  const isKnown = ifNoneMatch?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  if (isKnown) return new Reply(304, undefined, { ETag: etag })
  return new Reply(200, bytes, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Disposition': `attachment; filename="${key}.json"`,
    ETag: etag,
  })
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
