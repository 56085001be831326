// Importers know nothing of the API, so the choices of a seed are written out there once more. They must stay the same.

import t from 'tap'
import { z } from 'zod'
import { customFieldBody, MAX_FIELDS } from '../../api/custom-fields/custom-field.schema.ts'
import { riskPolicyPatch, rollupConfigPatch } from '../../api/programs/policies.ts'
import { patchProgramBody } from '../../api/programs/program.schema.ts'
import { patchProjectBody } from '../../api/projects/project.schema.ts'
import { customField, MAX_FIELDS as MAX_SEED_FIELDS } from '../../importers/seed/seed-custom-fields.ts'
import { programSettings, projectSettings } from '../../importers/seed/seed-settings.ts'

/** A role, but none that a project gives by default: its schema says so in a check, which no JSON schema shows. */
const ADMIN = 400

type JsonSchema = { [key: string]: unknown }

/** Every named value that a field takes, at any depth of its schema; null and the empty text clear a choice. */
function choicesOf(schema: unknown): unknown[] {
  if (schema === null || typeof schema !== 'object') return []
  const { enum: options = [], const: single, ...rest } = schema as JsonSchema
  const own = single === undefined ? (options as unknown[]) : [single]
  return [...own.filter((value) => value !== '' && value !== ADMIN), ...Object.values(rest).flatMap(choicesOf)]
}

const fieldsOf = (schema: z.ZodType): JsonSchema =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties as unknown as JsonSchema

const program: JsonSchema = {
  ...fieldsOf(patchProgramBody),
  ...fieldsOf(riskPolicyPatch),
  ...fieldsOf(rollupConfigPatch),
}
/** Fields of the two policies, which a seed names after them. */
const POLICY_FIELDS: Readonly<Record<string, string>> = {
  risk_slip_propagation: 'slip_propagation',
  risk_escalation_days: 'escalation_days',
  rollup_enabled_kpis: 'enabled_kpis',
  rollup_aggregation_policy: 'aggregation_policy',
}

t.test('a seed chooses for a program among what REST takes', async (t) => {
  for (const [field, schema] of Object.entries(fieldsOf(programSettings)))
    t.strictSame(choicesOf(schema), choicesOf(program[POLICY_FIELDS[field] ?? field]), field)
})

t.test('a seed has the kinds of fields that REST has, as many and as long', async (t) => {
  const { slug: _slug, ...seed } = z.toJSONSchema(customField, { io: 'input' }).properties as JsonSchema
  const rest = fieldsOf(customFieldBody)
  t.strictSame(Object.keys(seed).sort(), Object.keys(rest).sort())
  t.strictSame(choicesOf(seed), choicesOf(rest))
  t.equal(MAX_SEED_FIELDS, MAX_FIELDS)
})

t.test('a seed chooses for a project among what REST takes', async (t) => {
  const project = fieldsOf(patchProjectBody)
  for (const [field, schema] of Object.entries(fieldsOf(projectSettings)))
    if (field !== 'inherits_methodology') t.strictSame(choicesOf(schema), choicesOf(project[field]), field)
})
