import { z } from 'zod'
import { QUANTITIES } from '../../compute/explain/quantity.ts'
import { PERCENTILES } from '../schedule/derivation/derivation.schema.ts'
import { whatIfBody } from '../schedule/questions/edits.schema.ts'
import { read } from './ask.ts'
import { projectId, taskId } from './inputs.ts'
import { type Tool, tool } from './tool.ts'

const quantity = z.enum([...QUANTITIES, ...PERCENTILES])
const simulations = z.int().min(1).max(100_000).optional()

/** What the schedule says, why it says so, and what would change it. Nothing is stored by asking. */
export const scheduleTools: readonly Tool[] = [
  tool({
    name: 'get_schedule_summary',
    description: 'The forecast of a project and how many tasks are critical.',
    input: { project_id: projectId },
    run: async (ask, { project_id }) => {
      const forecast = await read(ask, `/projects/${project_id}/forecast/`)
      const overview = await read(ask, `/projects/${project_id}/overview/`)
      return { ...forecast, critical_task_count: overview.critical_task_count }
    },
  }),
  tool({
    name: 'get_monte_carlo_forecast',
    description: 'The last simulation of a project: the days by which it ends in 50, 80 and 95 of 100 runs.',
    input: { project_id: projectId },
    run: async (ask, { project_id }) => {
      const { distribution: _, ...run } = await read(ask, `/projects/${project_id}/monte-carlo/latest/`)
      return run
    },
  }),
  tool({
    name: 'get_release_forecast',
    description: 'When the backlog of a project is done at the pace of its sprints.',
    input: { project_id: projectId },
    run: (ask, { project_id }) => read(ask, `/projects/${project_id}/sprint-forecast/`),
  }),
  tool({
    name: 'get_schedule_derivation',
    description: 'From what a date or float of a task was computed.',
    input: { project_id: projectId, task_id: taskId, quantity },
    run: async (ask, { project_id, ...query }) => ({
      why: await read(ask, `/projects/${project_id}/schedule/derivation/`, query),
    }),
  }),
  tool({
    name: 'whatif',
    description: 'What another duration of one task would do to the forecast. Send duration_delta or new_duration.',
    input: {
      project_id: projectId,
      task_id: taskId,
      duration_delta: z.int().optional().describe('working days more or less'),
      new_duration: z.int().min(0).optional().describe('working days'),
      n_simulations: simulations,
    },
    run: (ask, { project_id, ...query }) => read(ask, `/projects/${project_id}/monte-carlo/whatif/`, query),
  }),
  tool({
    name: 'explain',
    description: 'Why a task stands where it stands: the whole chain behind one of its dates, down to its beginning.',
    input: { project_id: projectId, task_id: taskId, quantity: quantity.default('early_start') },
    run: async (ask, { project_id, ...query }) => ({
      why: await read(ask, `/projects/${project_id}/schedule/derivation/`, { ...query, trace: true }),
    }),
  }),
  tool({
    name: 'what_if',
    description: 'What a list of edits (durations, links, constraints, new and removed tasks) would do to all dates.',
    input: { project_id: projectId, ...whatIfBody.shape },
    run: (ask, { project_id, ...question }) =>
      read(ask, `/projects/${project_id}/schedule/what-if/`, { question: JSON.stringify(question) }),
  }),
  tool({
    name: 'drag',
    description: 'By how many days each critical task holds up the finish: where shortening helps, and by how much.',
    input: { project_id: projectId },
    run: (ask, { project_id }) => read(ask, `/projects/${project_id}/schedule/drag/`),
  }),
  tool({
    name: 'check',
    description: 'The fourteen-point assessment of a schedule, and what else is odd about it.',
    input: { project_id: projectId },
    run: (ask, { project_id }) => read(ask, `/projects/${project_id}/schedule/check/`),
  }),
]
