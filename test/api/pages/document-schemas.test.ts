import t from 'tap'
import { documentNames, documentSchema } from '../../../importers/document-schemas/document-schemas.ts'
import { startApp } from '../../support/start-app.ts'

t.test('the schemas of documents are read by anybody, and only they', async (t) => {
  const { anonymous } = await startApp(t)
  for (const name of documentNames) {
    const answer = await anonymous.get(`/document-schemas/${name}/`)
    t.equal(answer.status, 200)
    t.strictSame(answer.body, JSON.parse(JSON.stringify(documentSchema(name))))
  }
  const { headers } = await anonymous.get('/document-schemas/seed-1.0/')
  const again = await anonymous.get('/document-schemas/seed-1.0/', { 'If-None-Match': headers.get('etag') ?? '' })
  t.equal(again.status, 304)
  t.equal((await anonymous.get('/document-schemas/seed-9.0/')).status, 404)
})
