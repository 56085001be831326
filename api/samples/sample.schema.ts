import { z } from 'zod'
import { programReply } from '../programs/program.schema.ts'
import { FIRST_SAMPLE } from './sample-file.ts'

export const loadSampleBody = z.object({
  sample: z.string().max(64).default(FIRST_SAMPLE).describe('key of a bundled sample'),
})

export const loadSampleReply = z
  .object({ program: programReply, landing_project_id: z.guid().nullable(), sample_key: z.string() })
  .meta({ id: 'LoadSampleResponse' })

export const shiftSampleReply = z
  .object({ shifted: z.boolean(), days: z.int().optional().describe('whole weeks; absent when nothing moved') })
  .meta({ id: 'ShiftSampleResponse' })

export const sampleKeyParams = z.object({ key: z.string().max(64) })

/** The document as it lies in the package; its form is that of a program seed. */
export const sampleFileReply = z.looseObject({}).meta({ id: 'SampleFile' })

export const sampleCatalogReply = z.array(
  z
    .object({
      key: z.string(),
      title: z.string(),
      description: z.string(),
      filename: z.string(),
      available: z.boolean(),
      size_bytes: z.int().nullable(),
      sha256: z.string().nullable(),
      schema_version: z.string().nullable(),
      project_count: z.int().nullable(),
      task_count: z.int().nullable(),
      resource_count: z.int().nullable(),
      download_url: z.string(),
    })
    .meta({ id: 'SampleCatalogEntry' }),
)
