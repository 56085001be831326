/** Tags tell bodies apart, whatever differs, and are the same wherever the secrets are. */
import t from 'tap'
import { byteTag } from '../../../api/platform/http/byte-tag.ts'
import { mulberry32 } from '../../../fixtures/generate/random.ts'

const secrets = (secretKey: string) => ({ secretKey, jwtSigningKey: '', encryptionKey: '' })

t.test('one byte more, less or changed anywhere gives another tag', (t) => {
  const own = secrets('one')
  const random = mulberry32(5)
  const tags = new Set<string>()
  let bodies = 0
  const add = (body: Buffer) => {
    tags.add(byteTag(own, body))
    bodies++
  }
  // Short ones and long ones are summed in two ways.
  for (const from of [0, 65_500]) for (let more = 0; more < 70; more++) add(Buffer.alloc(from + more))
  const body = Buffer.from(Array.from({ length: 80_000 }, () => Math.floor(random() * 256)))
  for (let place = 0; place < body.length; place += 97) {
    const other = Buffer.from(body)
    other[place] = (other[place] as number) ^ (1 << Math.floor(random() * 8))
    add(other)
  }
  for (let place = 0; place < 40; place++) {
    // Blocks that change places.
    const other = Buffer.concat([
      body.subarray(16, 16 * (place + 2)),
      body.subarray(0, 16),
      body.subarray(16 * (place + 2)),
    ])
    add(other)
  }
  t.equal(tags.size, bodies)
  t.match([...tags][0], /^[\w-]{27}$/)
  t.end()
})

t.test('the same secrets give the same tags, others do not', (t) => {
  const body = Buffer.alloc(100_000, 'Quay ')
  for (const same of [body, body.subarray(0, 100)])
    t.equal(byteTag(secrets('one'), same), byteTag(secrets('one'), Buffer.from(same)))
  t.not(byteTag(secrets('one'), body), byteTag(secrets('two'), body))
  t.end()
})
