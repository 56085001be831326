import { z } from 'zod'
import { programScope } from '../../access/program-scope.ts'
import { Reply, type Route, route } from '../../platform/http/route.ts'
import { managesProgram } from '../../programs/program.policy.ts'
import { omissionsHeader } from '../export-omissions.ts'
import { canonicalJson } from './canonical-json.ts'
import { loadProgramSeed } from './load-program-seed.ts'

const MEGABYTE = 1024 * 1024

const seedDocument = z
  .looseObject({
    schema_version: z.literal('1.0'),
    program: z.looseObject({ slug: z.string(), name: z.string() }),
    projects: z.array(z.looseObject({ slug: z.string() })).optional(),
  })
  .meta({ id: 'ProgramSeed' })

export const seedExportRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/programs/{id}/export/',
    tag: 'exports',
    summary: 'The program as a seed document; importing it gives an equal program',
    scope: programScope(),
    allow: managesProgram,
    reply: seedDocument,
    run: async (ctx) => {
      const { document, omissions } = await loadProgramSeed(ctx)
      const bytes = Buffer.from(canonicalJson(document))
      const { seedMaxUploadMb } = ctx.services.config
      if (bytes.length > seedMaxUploadMb * MEGABYTE)
        omissions.push(`the file is larger than the ${seedMaxUploadMb} MB that an import reads`)
      return new Reply(200, bytes, {
        'Content-Type': 'application/json; charset=utf-8',
        'Content-Disposition': `attachment; filename="${ctx.scope.code}.json"`,
        'X-Export-Omissions': omissionsHeader(omissions),
      })
    },
  }),
]
