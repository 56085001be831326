import { account, type Operations, project } from './rules.ts'

export const templatesOperations: Operations = {
  'GET /project-templates/': account(),
  'GET /project-templates/publish-preview/': project(300, {
    hidden: 400,
    query: (ids) => `?project=${ids.project}&name=Road%20works`,
  }),
  'POST /project-templates/publish/': project(300, {
    hidden: 400,
    archived: 'allowed',
    body: (ids) => ({ project: ids.project, name: 'Road works' }),
  }),
  'POST /project-templates/{id}/apply/': project(300, { hidden: 400, body: (ids) => ({ project: ids.project }) }),
  'GET /template-applications/': account(),
  'GET /template-applications/{id}/': project(1),
  'POST /template-applications/{id}/undo/': project(300),
}
