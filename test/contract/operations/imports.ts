import { account, type Operations, program, project } from './rules.ts'

const csv = { name: 'plan.csv', bytes: 'Name,Duration\nDig,2\nPour,3\n' }
const planFile = {
  name: 'plan.xml',
  bytes: '<?xml version="1.0"?><Project xmlns="http://schemas.microsoft.com/project"><Tasks/></Project>',
}
const tracked = {
  name: 'issues.xml',
  bytes:
    '<rss version="0.92"><channel><item><title>[A-1] Dig</title><key id="1">A-1</key><summary>Dig</summary></item></channel></rss>',
}
const seed = {
  name: 'program.json',
  bytes: JSON.stringify({
    schema_version: '1.0',
    program: { slug: 'a-new-quay', name: 'A new quay', methodology: 'WATERFALL' },
    projects: [{ slug: 'quay', name: 'Quay', methodology: 'WATERFALL', start_date: '2026-03-02' }],
  }),
}
const lines = { name: 'plan.ndjson', bytes: '{"external_id":"1","name":"Dig"}\n' }

export const importsOperations: Operations = {
  'POST /projects/{id}/import/planfile/': project(300, { upload: planFile }),
  'POST /projects/import/planfile/': account({ upload: planFile }),
  'POST /projects/import/csv/': account({ upload: csv }),
  'POST /projects/import/csv/preview/': account({ upload: csv }),
  'POST /projects/{id}/import/csv/preview/': project(200, { upload: csv }),
  'POST /projects/{id}/import/csv/': project(200, { upload: csv }),
  'GET /projects/{id}/import/csv/{request_id}/': project(200),
  'POST /projects/{id}/import/csv/{request_id}/undo/': project(300),
  'POST /projects/{id}/import/tracker/': project(300, { upload: tracked }),
  'POST /projects/{id}/import/ndjson/': project(300, { upload: lines }),
  // The specification has the status of spreadsheets only; that of the other kinds is read by the same people.
  'GET /projects/{id}/imports/{request_id}/': project(200),
  'POST /projects/{id}/imports/{request_id}/undo/': project(300),
  'GET /import-templates/csv/': account(),
  'GET /projects/{id}/imports/': project(1),
  'POST /programs/import/validate/': account({ slow: true, upload: seed }),
  'POST /programs/import/': account({ slow: true, upload: seed }),
  'GET /programs/{id}/import/jobs/{job_id}/': program(300),

  // A whole plan leaves by whoever may bring one in; an archived one can still be read out.
  'GET /projects/{id}/export/planfile.xml': project(300),
  'GET /projects/{id}/export/plan.xer': project(300),
  'GET /projects/{id}/export/plan.pmxml': project(300),
  'GET /projects/{id}/export/plan.json': project(300),
  'GET /projects/{id}/export/plan.csv': project(300),
  'GET /projects/{id}/export/plan.xlsx': project(300),
  'GET /projects/{id}/export/plan.ics': project(300),
  'GET /programs/{id}/export/': program(300),
}
