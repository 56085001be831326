import { z } from 'zod'
import { MAX_SIMULATIONS } from '../monte-carlo/monte-carlo.schema.ts'
import { extraFields, simulationExtras } from '../monte-carlo/simulation-extras.schema.ts'

export const programMonteCarloBody = z.object({
  n_simulations: z.int().min(1).max(MAX_SIMULATIONS).nullish().describe('the cap when left out'),
  seed: z.int().min(0).nullish(),
  uncertainty: simulationExtras.uncertainty.describe(
    'a spread for tasks without estimates, in percent of their durations; of two that name a task the later holds. One that ' +
      'names a code, a label or what is done reaches the projects that the caller reads, any other every project',
  ),
  correlation: simulationExtras.correlation,
})

const errors = z.object({ p50: z.number(), p80: z.number(), p95: z.number() }).describe('working days')
const date = z.string().nullable()

export const programMonteCarloReply = z
  .object({
    program_id: z.guid(),
    runs: z.int(),
    seed: z.int(),
    p50: z.string(),
    p80: z.string(),
    p95: z.string(),
    cpm_finish: z.string().describe('of the network as it is simulated, with the data date of each project'),
    standard_error: errors.nullable().describe('null where every run ends on one day'),
    histogram_buckets: z.array(z.object({ date: z.string(), count: z.int() })),
    confidence_curve: z.array(z.object({ date: z.string(), pct: z.number() })),
    projects: z.array(
      z.object({
        id: z.guid(),
        name: z.string(),
        accessible: z.boolean(),
        p50: date.describe('null in a project without tasks'),
        p80: date,
        p95: date,
        cpm_finish: date,
        standard_error: errors
          .nullable()
          .describe('null in a project the reader is no member of, and where it ends on one day in every run'),
        ends_last: z.number().nullable().describe('share of the runs in which the project ended last'),
      }),
    ),
    sensitivity: z.array(z.object({ task_id: z.guid(), project_id: z.guid(), index: z.number() })),
    uncertainty: extraFields.uncertainty,
    correlation: extraFields.correlation,
  })
  .meta({ id: 'ProgramMonteCarlo' })

export type ProgramMonteCarloInput = z.output<typeof programMonteCarloBody>
