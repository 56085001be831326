import { connectionRoutes } from './connections/connection.routes.ts'
import { credentialRoutes } from './credentials/credential.routes.ts'
import { gitAutomationRoutes } from './git-automation/git-automation.routes.ts'
import { summaryRoutes } from './summary/summary.routes.ts'

export const integrationRoutes = [...credentialRoutes, ...connectionRoutes, ...gitAutomationRoutes, ...summaryRoutes]
