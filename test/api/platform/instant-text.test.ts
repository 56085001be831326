import t from 'tap'
import { instantText } from '../../../api/platform/db/sql.ts'

t.test('a timestamp of the database reads like the date it stands for', async (t) => {
  const texts = [
    '2026-03-01 08:09:10+00',
    '2026-03-01 08:09:10.5+00',
    '2026-03-01 08:09:10.123987+00',
    '1999-12-31 23:59:59.04+00',
  ]
  for (const text of texts) t.equal(instantText(text), new Date(text).toISOString(), text)
  t.equal(instantText('2026-03-01 08:09:10+02'), '2026-03-01T06:09:10.000Z', 'another zone')
  t.equal(instantText(new Date(0)), '1970-01-01T00:00:00.000Z')
  t.equal(instantText(null), null)
})
