import type { ProgramScope } from '../access/program-scope.ts'
import type { ProjectScope } from '../access/project-scope.ts'

/** Where a group stands: everything about it is the same in a project and in a program but who may change it. */
export type GroupScope = ProjectScope | ProgramScope
