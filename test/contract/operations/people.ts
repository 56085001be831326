import { account, catalog, type Operations, project, type Rule, workspace } from './rules.ts'

/** Skills and what resources can do: a Resource Manager of a project in use, or a superuser. */
const skillKeeper = (rule: Rule = {}) =>
  account(rule, (caller) => (caller.projectRole ?? 0) >= 200 || caller.isSuperuser)

export const peopleOperations: Operations = {
  'GET /resources/': account(),
  'POST /resources/': catalog({ body: () => ({ name: 'Crane' }) }),
  'GET /resources/{id}/': account(),
  'PUT /resources/{id}/': catalog({ body: () => ({ name: 'Crane' }) }),
  'PATCH /resources/{id}/': catalog({ body: () => ({ job_role: 'Lifting' }) }),
  'DELETE /resources/{id}/': workspace(300),
  'POST /resources/{id}/restore/': workspace(300, { path: (ids) => `/resources/${ids.retired}/restore/` }),
  'GET /resources/{id}/assignments/': workspace(300),

  'GET /project-resources/': account({ query: (ids) => `?project=${ids.project}` }),
  'POST /project-resources/': project(200, {
    hidden: 400,
    body: (ids) => ({ project: ids.project, resource: ids.newcomer }),
  }),
  'GET /project-resources/{id}/': project(1),
  'PUT /project-resources/{id}/': project(200, {
    body: (ids) => ({ project: ids.project, resource: ids.helper, units_override: '0.50' }),
  }),
  'PATCH /project-resources/{id}/': project(200, { body: () => ({ role_title: 'Deputy' }) }),
  'DELETE /project-resources/{id}/': project(200),

  'GET /task-resources/': account({ query: (ids) => `?task=${ids.beta}` }),
  'POST /task-resources/': project(200, { hidden: 400, body: (ids) => ({ task: ids.alpha, resource: ids.helper }) }),
  'GET /task-resources/{id}/': project(1),
  'PUT /task-resources/{id}/': project(200, {
    body: (ids) => ({ task: ids.beta, resource: ids.resource, units: '0.50' }),
  }),
  'PATCH /task-resources/{id}/': project(200, { body: () => ({ units: '0.25' }) }),
  'DELETE /task-resources/{id}/': project(200),

  'GET /projects/{id}/utilization/': project(200),
  'GET /projects/{id}/resources/heatmap/': project(200),
  'GET /projects/{id}/pictures/load/': project(200),
  'GET /projects/{id}/pictures/load.png': project(200),
  'GET /projects/{id}/pictures/load.svg': project(200),
  'GET /projects/{id}/resources/summary/': project(200),
  'GET /projects/{id}/resource-allocation/': project(200),

  'GET /projects/{id}/teams/': project(1),
  'GET /teams/{id}/members/': project(1),
  'PATCH /teams/{id}/members/{memberId}/': project(300, { body: () => ({ is_scrum_master: true }) }),

  'GET /skills/': account(),
  'POST /skills/': skillKeeper({ body: () => ({ name: 'Rigging' }) }),
  'GET /skills/{id}/': account(),
  'PUT /skills/{id}/': skillKeeper({ body: () => ({ name: 'Deep diving' }) }),
  'PATCH /skills/{id}/': skillKeeper({ body: () => ({ category: 'Water' }) }),
  'DELETE /skills/{id}/': skillKeeper({ path: (ids) => `/skills/${ids.otherSkill}/` }),
  'GET /resource-skills/': account(),
  'POST /resource-skills/': skillKeeper({ body: (ids) => ({ resource: ids.helper, skill: ids.skill }) }),
  'GET /resource-skills/{id}/': account(),
  'PUT /resource-skills/{id}/': skillKeeper({
    body: (ids) => ({ resource: ids.resource, skill: ids.skill, proficiency: 3 }),
  }),
  'PATCH /resource-skills/{id}/': skillKeeper({ body: () => ({ proficiency: 3 }) }),
  'DELETE /resource-skills/{id}/': skillKeeper(),
  'GET /task-skill-requirements/': account({ query: (ids) => `?task=${ids.beta}` }),
  'POST /task-skill-requirements/': project(200, {
    hidden: 400,
    body: (ids) => ({ task: ids.alpha, skill: ids.skill }),
  }),
  'GET /task-skill-requirements/{id}/': project(1),
  'PUT /task-skill-requirements/{id}/': project(200, {
    body: (ids) => ({ task: ids.beta, skill: ids.skill, min_proficiency: 2 }),
  }),
  'PATCH /task-skill-requirements/{id}/': project(200, { body: () => ({ min_proficiency: 2 }) }),
  'DELETE /task-skill-requirements/{id}/': project(200),
}
