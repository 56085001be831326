import { z } from 'zod'
import { type ProgramScope, programScope } from '../../access/program-scope.ts'
import type { Ctx } from '../../platform/context.ts'
import { instantText } from '../../platform/db/sql.ts'
import { route } from '../../platform/http/route.ts'
import { lockProgramRow } from '../lock-program-row.ts'
import { managesProgram } from '../program.policy.ts'
import { findPhaseGate, savePhaseGate } from './phase-gate.queries.ts'

const MAX_TEMPLATE_LENGTH = 10_000

const phaseGatePatch = z.object({
  enabled: z.boolean().optional(),
  invite_template: z.string().max(MAX_TEMPLATE_LENGTH).optional(),
})

const phaseGateReply = z
  .object({
    id: z.guid().describe('that of the program: it has one of these'),
    server_version: z.int(),
    program: z.guid(),
    enabled: z.boolean(),
    invite_template: z.string(),
    updated_at: z.string().meta({ format: 'date-time' }),
  })
  .meta({ id: 'PhaseGateConfig' })

async function readPhaseGate(ctx: Ctx<ProgramScope>) {
  const { programId } = ctx.scope
  const stored = await findPhaseGate(ctx)
  return {
    id: programId,
    server_version: stored.server_version ?? 1,
    program: programId,
    enabled: stored.enabled ?? false,
    invite_template: stored.invite_template ?? '',
    updated_at: instantText(stored.updated_at ?? stored.created_at),
  }
}

async function updatePhaseGate(ctx: Ctx<ProgramScope>, sent: z.output<typeof phaseGatePatch>) {
  await lockProgramRow(ctx, ctx.scope.programId)
  const stored = await findPhaseGate(ctx)
  const enabled = sent.enabled ?? stored.enabled ?? false
  const template = sent.invite_template ?? stored.invite_template ?? ''
  await savePhaseGate(ctx, { enabled, invite_template: template })
  return readPhaseGate(ctx)
}

const config = { path: '/programs/{id}/phase-gate-config/', tag: 'programs', scope: programScope() } as const

export const phaseGateRoutes = [
  route({
    method: 'GET',
    ...config,
    summary: 'Whether a program holds gates between its phases',
    reply: phaseGateReply,
    run: readPhaseGate,
  }),
  route({
    method: 'PATCH',
    ...config,
    summary: 'Change the gates between the phases of a program',
    allow: managesProgram,
    body: phaseGatePatch,
    reply: phaseGateReply,
    run: (ctx, { body }) => updatePhaseGate(ctx, body),
  }),
]
