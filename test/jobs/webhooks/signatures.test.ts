import t from 'tap'
import { judgeAttempt } from '../../../api/webhooks/deliveries/judge-attempt.ts'
import { signDelivery } from '../../../api/webhooks/deliveries/sign-delivery.ts'
import { writeBody } from '../../../api/webhooks/deliveries/write-body.ts'

const OURS = 'whsec_test_0123456789abcdef0123456789abcdef'

t.test('the signing examples of the design', async (t) => {
  const table: readonly (readonly [string, number, string, string, string])[] = [
    [
      OURS,
      1_700_000_000,
      '{"id":"7f3b9c1e-0000-4000-8000-000000000001","name":"Pour slab","_meta":{"sequence":1}}',
      'fc8cfece2408645de8a7cc53b05d901ddc62dfd4856b660857ff202e6c020642',
      'ef3dd2c649f87a0e95be92f34b1108a9f3d85009fbbebedb6244425031856da3',
    ],
    [
      OURS,
      1_700_000_000,
      '{"name":"Größe – 日本 😀","_meta":{"sequence":2}}',
      '6c8338186a0b6b53eb83a8201ac474bc34f2745868bfb2c6d40357d8e528b334',
      'cde5998dc41308e04238ece0cbf85831f2c454fed9693675d6e6a9201b4de347',
    ],
    [
      '0123456789abcdef0123456789abcdef',
      0,
      '{}',
      '28149897a17e69da5a520fc9ca2983c684b4feef55948fc07a5d59141b85ea10',
      'b326604c0dc7364c8b688556189c0a510e5150cd4628736be814c7c9898f899d',
    ],
    [
      'sécrèt-ключ-0123456789abcdef0123456789',
      1_700_000_000,
      '{"a":1}',
      'a8ee3dbbb5f4d70648afb8c6fd1745faf9b88338127cd93c3d57bcd57aa0eb5f',
      'e6b208103e1f2b900f653d23bdf1701dce095dc6a54232caa94c2db6583c39e3',
    ],
  ]
  for (const [secret, time, body, v2, old] of table) {
    t.same(signDelivery(secret, time, body), {
      'X-Svc-Signature-V2': `t=${time},v1=${v2}`,
      'X-Svc-Signature': `sha256=${old}`,
    })
  }
})

t.test('a body has its keys in order, whoever wrote the facts', async (t) => {
  const body = writeBody({ name: 'Größe', id: 1, nested: { b: [{ z: 1, a: null }], a: 2 } }, 7)
  t.equal(body, '{"_meta":{"sequence":7},"id":1,"name":"Größe","nested":{"a":2,"b":[{"a":null,"z":1}]}}')
})

t.test('the waits between attempts', async (t) => {
  const unreachable = { kind: 'unreachable', reason: 'timeout' } as const
  const verdicts = [1, 2, 3, 4, 5].map((attempt) => judgeAttempt(unreachable, attempt))
  t.same(
    verdicts.map((verdict) => ('waitSeconds' in verdict ? verdict.waitSeconds : verdict)),
    [30, 60, 120, 240, { end: 'failed', failure: 'exhausted', reason: 'timeout', isCounted: true }],
  )
})
