import t from 'tap'
import { invitedPasswordFaults, passwordFaults } from '../../../api/auth/password/password-policy.ts'

const ANN = { username: 'ann.schmidt', email: 'contact.person@example.org', first_name: 'Annemarie', last_name: 'Li' }

t.test('passwords that may be used', async (t) => {
  for (const password of [
    'correct horse 1',
    'staple-battery',
    'Tr0ub4dor&3x',
    'ann likes green tea 4',
    'пароль надежный 9',
    '日本語のパスワード長い1',
    'tulip rain 9 '.repeat(79).slice(0, 1023).concat('1'),
  ])
    t.strictSame(await passwordFaults(password, ANN), [], password)
  t.strictSame(await passwordFaults('correct horse 1', { username: '', email: '', first_name: '', last_name: '' }), [])
})

t.test('each rule refuses by itself', async (t) => {
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
    const faults = await passwordFaults(password, ANN)
    t.equal(faults.length, 1, `${password}: ${faults}`)
    t.match(faults[0], fault, password)
  }
})

t.test('somebody invited needs eight characters', async (t) => {
  t.strictSame(await invitedPasswordFaults('staple 7', ANN), [])
  t.strictSame(await invitedPasswordFaults('tea rain', ANN), [])
  t.match(await invitedPasswordFaults('staple7', ANN), [/at least 8/])
  t.match(await invitedPasswordFaults('password', ANN), [/common/])
  t.match(await invitedPasswordFaults('12345678', ANN), [/common/, /digits only/])
})

t.test('what is tried first is refused in its disguises', async (t) => {
  for (const password of [
    'Password123!',
    'p4ssw0rd-1',
    'qwertyuiop1',
    '1qaz2wsx3edc',
    'abcabcabc1',
    '2001-09-11',
    'iloveyou12',
  ])
    t.match(await invitedPasswordFaults(password, ANN), [/common/], password)
  for (const password of ['harbour-2026', 'a-long-password-1', 'tulip rain 9'])
    t.strictSame(await invitedPasswordFaults(password, ANN), [], password)
})

t.test('judging a hostile password does not hold up the process', async (t) => {
  const startedMs = performance.now()
  await passwordFaults('a'.repeat(1024), {
    username: 'a'.repeat(150),
    email: 'a-'.repeat(127),
    first_name: 'a b '.repeat(37),
    last_name: '',
  })
  t.ok(performance.now() - startedMs < 1_000)
})
