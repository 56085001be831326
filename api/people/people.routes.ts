import { assignmentRoutes } from './assignments/assignment.routes.ts'
import { capacityRoutes } from './capacity/capacity.routes.ts'
import { resourceRoutes } from './resources/resource.routes.ts'
import { rosterRoutes } from './roster/roster.routes.ts'
import { skillRoutes } from './skills/skill.routes.ts'

/** Who can work, for whom, on what. */
export const peopleRoutes = [...resourceRoutes, ...rosterRoutes, ...assignmentRoutes, ...skillRoutes, ...capacityRoutes]
