import { z } from 'zod'
import { type Route, route } from '../../platform/http/route.ts'
import { isManager } from '../task.policy.ts'
import { deleteUntouchedSeeded, seededScope } from './delete-untouched-seeded.ts'

export const seededRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/tasks/delete-untouched-seeded/',
    tag: 'tasks',
    summary: 'Delete the seeded tasks nobody has touched',
    scope: seededScope,
    allow: isManager,
    body: z.looseObject({ project: z.guid() }),
    reply: z.object({ deleted: z.int() }).meta({ id: 'SeededDeleted' }),
    run: async (ctx) => ({ deleted: await deleteUntouchedSeeded(ctx) }),
  }),
]
