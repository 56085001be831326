import { programScope } from '../../access/program-scope.ts'
import { route } from '../../platform/http/route.ts'
import { findLabelCatalog } from './program-label.queries.ts'
import { catalogReply, labelTasksQuery, labelTasksReply, listLabelledTasks } from './program-labels.ts'

export const programLabelRoutes = [
  route({
    method: 'GET',
    path: '/programs/{id}/label-catalog/',
    tag: 'labels',
    summary: 'Labels of the projects of a program that the caller is a member of',
    scope: programScope(),
    reply: catalogReply,
    run: findLabelCatalog,
  }),
  route({
    method: 'GET',
    path: '/programs/{id}/label-tasks/',
    tag: 'labels',
    summary: 'Tasks with labels in the projects of a program that the caller is a member of',
    scope: programScope(),
    query: labelTasksQuery,
    reply: labelTasksReply,
    run: (ctx, { query }) => listLabelledTasks(ctx, query),
  }),
]
