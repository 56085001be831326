import { programScope } from '../access/program-scope.ts'
import { actingAccount } from '../platform/context.ts'
import { byAccount } from '../platform/http/rate-limits.ts'
import { route } from '../platform/http/route.ts'
import { ownsProgram } from '../programs/program.policy.ts'
import { presentProgram } from '../programs/program.present.ts'
import { viewProgram } from '../programs/program-view.ts'
import { downloadSample, listSamples } from './list-samples.ts'
import { loadSample } from './load-sample.ts'
import { removeSample } from './remove-sample.ts'
import {
  loadSampleBody,
  loadSampleReply,
  sampleCatalogReply,
  sampleFileReply,
  sampleKeyParams,
  shiftSampleReply,
} from './sample.schema.ts'
import { shiftSample } from './shift-sample.ts'

const tag = 'programs'

/** Stands before the programs' routes in the table: `samples` is no program id. */
export const sampleRoutes = [
  route({
    method: 'GET',
    path: '/programs/samples/',
    tag,
    summary: 'The bundled sample programs',
    reply: sampleCatalogReply,
    run: async (ctx) => listSamples(ctx.services.config.publicUrl),
  }),
  route({
    method: 'GET',
    path: '/programs/samples/{key}/download/',
    tag,
    summary: 'A bundled sample as a file',
    limits: [byAccount('sample_download', (config) => config.throttleSampleDownloadRate)],
    params: sampleKeyParams,
    reply: sampleFileReply,
    otherReplies: { 304: { description: 'Unchanged since the `ETag` sent in `If-None-Match`.' } },
    run: async (ctx, { params }) => downloadSample(params.key, ctx.caller.header('if-none-match')),
  }),
  route({
    method: 'POST',
    path: '/programs/load-sample/',
    tag,
    summary: 'Load a sample program; the caller’s earlier copy is replaced',
    limits: [byAccount('sample_load', (config) => config.throttleSampleLoadRate)],
    body: loadSampleBody,
    status: 201,
    reply: loadSampleReply,
    run: async (ctx, { body }) => {
      const { programId } = await loadSample(ctx, body.sample, actingAccount(ctx).id)
      return { program: await viewProgram(ctx, programId), sampleKey: body.sample }
    },
    present: ({ program, sampleKey }) => ({
      program: presentProgram(program),
      landing_project_id: null,
      sample_key: sampleKey,
    }),
  }),
  route({
    method: 'POST',
    path: '/programs/{id}/shift-sample-dates/',
    tag,
    summary: 'Move a sample program to the present',
    scope: programScope(),
    allow: ownsProgram,
    reply: shiftSampleReply,
    otherReplies: { 400: { description: 'not_a_sample or no_anchor_recorded' } },
    run: (ctx) => shiftSample(ctx),
  }),
  route({
    method: 'POST',
    path: '/programs/{id}/remove-sample/',
    tag,
    summary: 'Remove a sample program for good',
    scope: programScope(),
    allow: ownsProgram,
    whenArchived: 'allowed',
    status: 204,
    otherReplies: { 400: { description: 'not_a_sample' } },
    run: (ctx) => removeSample(ctx),
  }),
]
