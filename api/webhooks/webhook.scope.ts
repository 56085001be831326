import type { ProgramScope } from '../access/program-scope.ts'
import type { ProjectScope } from '../access/project-scope.ts'

/** Where a webhook stands: everything about it is the same in a project and in a program. */
export type WebhookScope = ProjectScope | ProgramScope
