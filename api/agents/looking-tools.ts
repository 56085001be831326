import { z } from 'zod'
import { type Ask, read, readList } from './ask.ts'
import { nothing, programId, projectId, sprintId, taskId } from './inputs.ts'
import { type Tool, tool } from './tool.ts'

const MAX_CARDS = 100

/** What there is: projects, tasks, risks, sprints and programs. */
export const lookingTools: readonly Tool[] = [
  tool({
    name: 'whoami',
    description: 'Whose token this is, what it may do and when it ends.',
    input: nothing,
    run: (ask) => read(ask, '/auth/me/'),
  }),
  tool({
    name: 'list_projects',
    description: 'Projects that the caller is a member of.',
    input: { program: programId.optional() },
    run: (ask, { program }) =>
      program === undefined ? readList(ask, '/projects/') : readList(ask, `/programs/${program}/projects/`),
  }),
  tool({
    name: 'get_project',
    description: 'One project with where it stands: health, late and critical work, team, risks.',
    input: { project_id: projectId },
    run: async (ask, { project_id }) => {
      const project = await read(ask, `/projects/${project_id}/`)
      const overview = await read(ask, `/projects/${project_id}/overview/`)
      return { ...project, caller_role: project.my_role_label, overview }
    },
  }),
  tool({
    name: 'list_tasks',
    description: 'Tasks of a project, at most 1000.',
    input: {
      project_id: projectId,
      status: z.string().max(64).optional(),
      assignee: z.guid().optional().describe('id of an account'),
      sprint: sprintId.optional(),
      is_critical: z.boolean().optional(),
      type: z.string().max(64).optional(),
    },
    run: async (ask, { project_id, assignee, ...filters }) => {
      const list = await readList(ask, '/tasks/', { project: project_id, ...filters })
      if (assignee === undefined) return list
      const items = list.items.filter((task) => task.assignee === assignee.toLowerCase())
      return { ...list, items, total_count: items.length }
    },
  }),
  tool({
    name: 'get_task',
    description: 'One task with its dates, links and people.',
    input: { task_id: taskId },
    run: (ask, { task_id }) => read(ask, `/tasks/${task_id}/`),
  }),
  tool({
    name: 'get_board_state',
    description: 'The columns of the board of a project and the tasks in them.',
    input: { project_id: projectId },
    run: readBoard,
  }),
  tool({
    name: 'list_risks',
    description: 'Risks of a project.',
    input: { project_id: projectId, status: z.string().max(64).optional() },
    run: (ask, { project_id, status }) => readList(ask, `/projects/${project_id}/risks/`, { status }),
  }),
  tool({
    name: 'list_sprints',
    description: 'Sprints of a project.',
    input: { project_id: projectId, state: z.enum(['PLANNED', 'ACTIVE', 'COMPLETED', 'CANCELLED']).optional() },
    run: (ask, { project_id, state }) => readList(ask, `/projects/${project_id}/sprints/`, { state }),
  }),
  tool({
    name: 'get_sprint',
    description: 'One sprint, and what is odd about how the work of its project lies in sprints.',
    input: { sprint_id: sprintId },
    run: async (ask, { sprint_id }) => {
      const sprint = await read(ask, `/sprints/${sprint_id}/`)
      return { ...sprint, health: await read(ask, `/projects/${sprint.project}/sprint-health/`) }
    },
  }),
  tool({
    name: 'list_my_work',
    description: 'What waits for the owner of the token, in all projects and in connected trackers.',
    input: nothing,
    run: async (ask) => {
      const { results, count, next, previous: _, ...rest } = await read(ask, '/me/work/', { limit: 200 })
      return { items: results, total_count: count, ...(next ? { truncated: true } : {}), ...rest }
    },
  }),
  tool({
    name: 'list_programs',
    description: 'Programs that the caller is a member of.',
    input: nothing,
    run: (ask) => readList(ask, '/programs/'),
  }),
  tool({
    name: 'get_program_health',
    description: 'The figures of a program, rolled up from its projects.',
    input: { program_id: programId },
    run: (ask, { program_id }) => read(ask, `/programs/${program_id}/rollup/`),
  }),
  tool({
    name: 'list_program_backlog',
    description: 'What a program has not yet given to a project.',
    input: { program_id: programId, status: z.string().max(64).optional() },
    run: (ask, { program_id, status }) => readList(ask, `/programs/${program_id}/backlog-items/`, { status }),
  }),
]

async function readBoard(ask: Ask, { project_id }: { project_id: string }) {
  const config = await read(ask, `/projects/${project_id}/board-config/`)
  const tasks = await readList(ask, '/tasks/', { project: project_id })
  const cards = tasks.items.slice(0, MAX_CARDS)
  const columns = Object.groupBy(cards, (task) => task.status as string)
  return {
    config,
    columns: Object.entries(columns).map(([status, rows]) => ({
      status,
      cards: (rows ?? []).map(({ id, short_id, name, assignee, priority_rank, is_critical, blocked_reason }) => ({
        id,
        short_id,
        name,
        assignee,
        priority_rank,
        is_critical,
        blocked_reason,
      })),
    })),
    total_card_count: tasks.total_count,
    cards_truncated: cards.length < tasks.total_count,
  }
}
