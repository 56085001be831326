import { authRoutes } from './auth/auth.routes.ts'
import { operationsRoutes } from './operations/operations.routes.ts'
import type { Route } from './platform/http/route.ts'

/** Every endpoint of the service, one line a slice. */
export const routes: readonly Route[] = [...authRoutes, ...operationsRoutes]
