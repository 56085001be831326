import t from 'tap'
import { COMMON_PASSWORDS } from '../../../api/auth/password/common-passwords.ts'
import { invitedPasswordFaults, passwordFaults } from '../../../api/auth/password/password-policy.ts'

const ANN = { username: 'ann.schmidt', email: 'contact.person@example.org', first_name: 'Annemarie', last_name: 'Li' }

t.test('passwords that may be used', (t) => {
  for (const password of [
    'correct horse 1',
    'staple-battery',
    'Tr0ub4dor&3x',
    'ann likes green tea 4',
    'пароль надежный 9',
    '日本語のパスワード長い1',
    'x'.repeat(1023).concat('1'),
  ])
    t.strictSame(passwordFaults(password, ANN), [], password)
  t.strictSame(passwordFaults('correct horse 1', { username: '', email: '', first_name: '', last_name: '' }), [])
  t.end()
})

t.test('each rule refuses by itself', (t) => {
  for (const [password, fault] of [
    ['tea time1', /too short/],
    ['greenteatime', /digit or symbol/],
    ['green tea time', /digit or symbol/],
    ['ann.schmidt1', /username/],
    ['AnnSchmidt99', /username/],
    ['contact.person7', /e-mail/],
    ['annemarie12', /first name/],
    ['qwertyuiop123', /common/],
    ['SUNSHINE12345', /common/],
    ['83746501923', /digits only/],
  ] as const) {
    const faults = passwordFaults(password, ANN)
    t.equal(faults.length, 1, `${password}: ${faults}`)
    t.match(faults[0], fault, password)
  }
  t.end()
})

t.test('somebody invited needs eight characters', (t) => {
  t.strictSame(invitedPasswordFaults('staple 7', ANN), [])
  t.strictSame(invitedPasswordFaults('greentea', ANN), [])
  t.match(invitedPasswordFaults('staple7', ANN), [/at least 8/])
  t.match(invitedPasswordFaults('password', ANN), [/common/])
  t.match(invitedPasswordFaults('12345678', ANN), [/common/, /digits only/])
  t.end()
})

t.test('the list is long, lower-case and free of entries that length refuses', (t) => {
  t.ok(COMMON_PASSWORDS.size > 400)
  for (const entry of COMMON_PASSWORDS) if (entry !== entry.toLowerCase()) t.fail(entry)
  t.ok(COMMON_PASSWORDS.has('password'))
  t.end()
})

t.test('judging a hostile password does not hold up the process', (t) => {
  const startedMs = performance.now()
  passwordFaults('a'.repeat(1024), {
    username: 'a'.repeat(150),
    email: 'a-'.repeat(127),
    first_name: 'a b '.repeat(37),
    last_name: '',
  })
  t.ok(performance.now() - startedMs < 1_000)
  t.end()
})
