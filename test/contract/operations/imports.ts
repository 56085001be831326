import { account, type Operations, project } from './rules.ts'

const csv = { name: 'plan.csv', bytes: 'Name,Duration\nDig,2\nPour,3\n' }
const planFile = {
  name: 'plan.xml',
  bytes: '<?xml version="1.0"?><Project xmlns="http://schemas.microsoft.com/project"><Tasks/></Project>',
}

export const importsOperations: Operations = {
  'POST /projects/{id}/import/planfile/': project(300, { upload: planFile }),
  'POST /projects/import/planfile/': account({ upload: planFile }),
  'POST /projects/{id}/import/csv/preview/': project(200, { upload: csv }),
  'POST /projects/{id}/import/csv/': project(200, { upload: csv }),
  'GET /projects/{id}/import/csv/{request_id}/': project(200),
  'POST /projects/{id}/import/csv/{request_id}/undo/': project(300),
  'GET /import-templates/csv/': account(),
  'GET /projects/{id}/imports/': project(1),
}
