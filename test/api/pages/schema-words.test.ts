import t from 'tap'
import { fieldLines, type JsonSchema, noteOf, refName, typeInWords } from '../../../api/pages/schema-words.ts'

t.test('types read as words', async (t) => {
  const cases: [JsonSchema, string][] = [
    [{ type: 'string' }, 'text'],
    [{ type: 'string', format: 'uuid' }, 'uuid'],
    [{ type: 'integer' }, 'whole number'],
    [{ type: ['string', 'null'] }, 'text or null'],
    [{ anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] }, 'date or null'],
    [{ oneOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] }, 'text, number or null'],
    [{ allOf: [{ $ref: '#/components/schemas/Task' }, { type: 'object' }] }, 'Task and object'],
    [{ type: 'string', enum: ['FS', 'SS'] }, '"FS" or "SS"'],
    [{ const: 'paste' }, '"paste"'],
    [{ type: 'array', items: { $ref: '#/components/schemas/Task' } }, 'list of Task'],
    [{ type: 'object', additionalProperties: { type: 'string' } }, 'map of text'],
    [{ type: 'object', additionalProperties: {} }, 'object'],
    [{}, 'any value'],
  ]
  for (const [schema, words] of cases) t.equal(typeInWords(schema), words)
})

t.test('long enumerations are cut, with how many were left out', async (t) => {
  const words = typeInWords({ enum: Array.from({ length: 30 }, (_, index) => index) })
  t.match(words, /, 23 or 6 more$/)
})

t.test('bounds, defaults and descriptions become notes', async (t) => {
  t.equal(noteOf({ type: 'integer', minimum: 1, maximum: 500 }), '1 to 500')
  t.equal(noteOf({ type: 'integer', minimum: -(2 ** 53 - 1), maximum: 2 ** 53 - 1 }), '')
  t.equal(noteOf({ type: 'number', exclusiveMinimum: 0, maximum: 24 }), 'at most 24, above 0')
  t.equal(noteOf({ type: 'number', exclusiveMaximum: 1 }), 'below 1')
  t.equal(noteOf({ type: 'string', minLength: 3, maxLength: 3 }), '3 characters')
  t.equal(noteOf({ type: 'array', minItems: 1, items: {} }), 'at least 1 entries')
  t.equal(noteOf({ type: 'string', default: 'FS', description: 'kind of link' }), 'default "FS"; kind of link')
  t.equal(noteOf({ anyOf: [{ type: 'string', maxLength: 9 }, { type: 'null' }] }), 'at most 9 characters')
})

t.test('fields are listed with those inside them, published schemas only by name', async (t) => {
  const inner = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] } as const
  const lines = fieldLines({
    type: 'object',
    required: ['rows'],
    properties: {
      rows: { type: 'array', items: inner },
      base: { anyOf: [inner, { type: 'null' }] },
      task: { $ref: '#/components/schemas/Task' },
    },
  })
  t.strictSame(
    lines.map((line) => [line.path, line.isRequired]),
    [
      ['rows', true],
      ['rows[].id', true],
      ['base', false],
      ['base.id', true],
      ['task', false],
    ],
  )
  t.equal(refName({ $ref: '#/components/schemas/Task' }), 'Task')
  t.equal(refName({ $ref: '#/elsewhere' }), null)
})

t.test('a schema that nests without end is cut off', async (t) => {
  let schema: JsonSchema = { type: 'object', properties: { end: { type: 'string' } } }
  for (let depth = 0; depth < 12; depth++) schema = { type: 'object', properties: { in: schema } }
  t.equal(fieldLines(schema).at(-1)?.path, 'in.in.in.in.in')
})
