import t from 'tap'
import { civilDay, systemClock } from '../../../api/platform/clock.ts'
import { hashToken, isUuid, newId, newSecret } from '../../../api/platform/ids.ts'

t.test('ids are UUIDs of version 7 that carry the time, are all different and sort as they were made', async (t) => {
  const before = Date.now()
  const ids = Array.from({ length: 20_000 }, newId)
  t.equal(new Set(ids).size, ids.length)
  t.ok(ids.every((id) => /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)))
  t.same(ids.toSorted(), ids)
  const millis = Number.parseInt(ids[0]!.replaceAll('-', '').slice(0, 12), 16)
  t.ok(millis >= before && millis <= Date.now())
})

t.test('only the 36-character form is a UUID', async (t) => {
  t.ok(isUuid('7f3b9c1e-0000-4000-8000-000000000001'))
  t.ok(isUuid('7F3B9C1E-0000-0000-0000-000000000001'))
  for (const text of [
    '7f3b9c1e000040008000000000000001',
    '{7f3b9c1e-0000-4000-8000-000000000001}',
    '7f3b9c1e-0000-4000-8000-000000000001\n',
    'urn:uuid:7f3b9c1e-0000-4000-8000-000000000001',
    '',
  ]) {
    t.notOk(isUuid(text), JSON.stringify(text))
  }
})

t.test('secrets are long, safe in addresses and different; tokens are hashed by SHA-256', async (t) => {
  t.match(newSecret(32), /^[\w-]{43}$/)
  t.not(newSecret(32), newSecret(32))
  t.equal(hashToken('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})

t.test('the civil day follows the zone', async (t) => {
  const instant = new Date('2026-03-01T23:30:00Z')
  t.equal(civilDay(instant), '2026-03-01')
  t.equal(civilDay(instant, 'Europe/Berlin'), '2026-03-02')
  t.equal(civilDay(instant, 'America/New_York'), '2026-03-01')
  t.equal(civilDay(new Date('0999-01-05T00:00:00Z'), 'UTC'), '0999-01-05')
  t.throws(() => civilDay(instant, 'Middle/Earth'), RangeError)
  t.match(systemClock.today('Pacific/Auckland'), /^\d{4}-\d\d-\d\d$/)
})
