import type { Route } from '../platform/http/route.ts'
import { backlogItemRoutes } from './items/backlog-item.routes.ts'
import { productBacklogRoutes } from './product/product-backlog.routes.ts'

export const backlogRoutes: readonly Route[] = [...backlogItemRoutes, ...productBacklogRoutes]
