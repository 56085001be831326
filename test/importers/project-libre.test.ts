// Both seen failing while objects of Java were bytes like any other.
import { readFileSync } from 'node:fs'
import t from 'tap'
import { readPlan } from '../../importers/read-plan.ts'

const JAVA_OBJECTS = Buffer.from('aced00057400053130302e30', 'hex')
const SEPARATOR = Buffer.from('@@@@@@@@@@ProjectLibreSeparator_MSXML@@@@@@@@@@')
const xml = readFileSync(new URL('../../fixtures/plans/harbour.xml', import.meta.url))

t.test('a ProjectLibre file is read by the Project XML behind its objects', async (t) => {
  const plan = readPlan(Buffer.concat([JAVA_OBJECTS, SEPARATOR, xml]), 'harbour.pod')
  const { source, ...same } = readPlan(xml, 'harbour.xml')
  t.match(plan, same)
  t.same(plan.source, { ...source, format: 'pod', application: 'ProjectLibre' })
})

t.test('one that holds nothing but objects is refused with the way out', async (t) => {
  t.throws(() => readPlan(JAVA_OBJECTS, 'harbour.pod'), {
    code: 'unsupported_format',
    message: /export it as Microsoft Project XML/,
  })
})
