import { account, editRule, type Operations, project } from './rules.ts'

const between = (ids: Readonly<Record<string, string>>) => ({ source: ids.beta, target: ids.child })

export const taskRelationsOperations: Operations = {
  'GET /task-relations/': account({ query: (ids) => `?task=${ids.beta}` }),
  'POST /task-relations/': editRule({ hidden: 400, body: (ids) => ({ ...between(ids), relation_type: 'blocks' }) }),
  'GET /task-relations/{id}/': project(1),
  'PUT /task-relations/{id}/': editRule({ body: (ids) => ({ ...between(ids), note: 'See there' }) }),
  'PATCH /task-relations/{id}/': editRule({ body: () => ({ note: 'And there' }) }),
  'DELETE /task-relations/{id}/': editRule(),
}
