// A program simulated: one network over all its projects and the accepted links, so that what one project draws is what the
// others wait for. Whatever simulates columns is handed in: this thread, or the pool.

import type { ScheduleColumns } from '../model/schedule-columns.ts'
import type { ProjectGroups } from '../simulation/input/program-projects.ts'
import type { SimulationOptions } from '../simulation/input/simulation-options.ts'
import type { SimulationResult } from '../simulation/result/simulation-result.ts'
import { mergeProgram, type Program, type ProgramLink, type ProgramProject } from './merge-program.ts'

export interface ProgramSimulation {
  program: Program
  /** Of the whole, with `projects` in the order given. Tasks are those of `program.columns`. */
  result: SimulationResult
}

/** Every project keeps its own start, data date, calendars and velocity. Risks and drivers name tasks of the merged columns. */
export async function simulateProgram(
  projects: readonly ProgramProject[],
  links: readonly ProgramLink[],
  options: SimulationOptions,
  simulate: (columns: ScheduleColumns, options: SimulationOptions) => SimulationResult | Promise<SimulationResult>,
): Promise<ProgramSimulation> {
  const program = mergeProgram(projects, links)
  const result = await simulate(program.columns, { ...options, projects: projectGroups(projects, program) })
  return { program, result }
}

/** What a simulation needs to tell the projects of a program apart. */
export function projectGroups(projects: readonly ProgramProject[], { firstTask }: Program): ProjectGroups {
  return {
    firstTask: Array.from(firstTask),
    startDays: projects.map(({ columns }) => columns.projectStartDay),
    velocities: projects.map(({ columns }) =>
      columns.sprintLengthDays > 0 && columns.velocitySamples.length > 0
        ? { samples: Array.from(columns.velocitySamples), sprintLengthDays: columns.sprintLengthDays }
        : null,
    ),
  }
}
