/**
 * The documents that people write or read, as JSON Schemas of draft 2020-12, made from what the readers themselves check. A schema
 * judges the shape; what one place says of another (references, circles, dates in order) is for the reader.
 */

import { z } from 'zod'
import { object } from '../plan-json/field-kinds.ts'
import { planFields, receiptField } from '../plan-json/plan-fields.ts'
import { seedDocument } from '../seed/check-shape.ts'
import { type JsonSchema, schemaOfField } from './schema-of-fields.ts'

const DIALECT = 'https://json-schema.org/draft/2020-12/schema'

const MAKERS = {
  'svc-plan-1': () =>
    schemaOf('Plan (svc-plan/1)', 'Fields that are not named here are kept. Sizes have limits.', () =>
      schemaOfField(object(planFields)),
    ),
  'seed-1.0': () => schemaOf('Program seed 1.0', SEED, () => seedSchema('1.0')),
  'seed-2.0': () =>
    schemaOf('Program seed 2.0', `${SEED} Dates may count from the anchor: A+12, A-3.`, () => seedSchema('2.0')),
  'import-receipt': () =>
    schemaOf('Receipt of an import', 'As in a plan and in the summary of an import.', () =>
      schemaOfField(receiptField),
    ),
} as const satisfies Record<string, () => JsonSchema>

const SEED =
  'References must lead somewhere, names of one kind differ, and a time zone must be one; the import says where they do not.'

export type DocumentName = keyof typeof MAKERS
export const documentNames = Object.keys(MAKERS) as DocumentName[]

export function documentSchema(name: DocumentName): JsonSchema {
  return { $schema: DIALECT, $id: `urn:svc:document:${name}`, ...MAKERS[name]() }
}

function schemaOf(title: string, words: string, make: () => JsonSchema): JsonSchema {
  const { description, ...schema } = make()
  return { title, description: [description, words].filter(Boolean).join('. '), ...schema }
}

function seedSchema(version: '1.0' | '2.0'): JsonSchema {
  const { $schema, ...schema } = z.toJSONSchema(seedDocument(version), { io: 'input', reused: 'ref' })
  return schema
}
