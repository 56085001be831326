import { editRule, type Operations, project } from './rules.ts'

export const customFieldsOperations: Operations = {
  'GET /projects/{id}/fields/': project(1),
  'POST /projects/{id}/fields/': project(200, { body: () => ({ name: 'Height', field_type: 'NUMBER' }) }),
  'GET /projects/{id}/fields/{fieldId}/': project(1),
  'PUT /projects/{id}/fields/{fieldId}/': project(200, { body: () => ({ name: 'Draught', field_type: 'TEXT' }) }),
  'PATCH /projects/{id}/fields/{fieldId}/': project(200, { body: () => ({ required: true }) }),
  'DELETE /projects/{id}/fields/{fieldId}/': project(200),
  'PUT /projects/{id}/tasks/{taskId}/field-values/{fieldId}/': editRule({ body: () => ({ value: 'shallow' }) }),
  'DELETE /projects/{id}/tasks/{taskId}/field-values/{fieldId}/': editRule(),
}
