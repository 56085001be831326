// The published documents, read by linters of others: `npm run check` fails on what they find.

import { BaseResolver, createConfig, lintDocument, makeDocumentFromString } from '@redocly/openapi-core'
import core, { type IRuleResult, type RulesetDefinition } from '@stoplight/spectral-core'
import formats from '@stoplight/spectral-formats'
import functions from '@stoplight/spectral-functions'
import rulesets from '@stoplight/spectral-rulesets'
import { asyncApiDocument } from '../../api/pages/asyncapi.ts'
import { openApiDocument } from '../../api/platform/http/openapi/openapi.ts'
import { loadConfig } from '../../api/platform/settings/config.ts'
import { routes } from '../../api/server/routes.ts'

const { Spectral } = core

/** The contract ends addresses with a slash. */
const REDOCLY_RULES = {
  'no-path-trailing-slash': 'off',
  'no-server-example.com': 'off',
  'operation-2xx-response': 'off',
} as const

const PAGING = '$.paths[*][*].parameters[?(@.name && @.name.match(/^(page|page_size|limit|offset)$/))].schema'

const JSON_BODY = '$.paths[*][*].requestBody.content["application/json"]'

type RuleTest = typeof functions.defined | typeof functions.pattern | typeof functions.truthy

/** A rule of our own: what a field of each of the places must be. */
function rule(given: string, field: string, test: RuleTest, functionOptions?: object) {
  const then = { field, function: test, ...(functionOptions ? { functionOptions } : {}) }
  return { severity: 'error' as const, formats: [formats.oas3_1], given, then }
}

const OPENAPI_RULES: RulesetDefinition = {
  extends: [[rulesets.oas as RulesetDefinition, 'all']],
  rules: {
    'path-keys-no-trailing-slash': 'off',
    // The linter itself fails on an enum beside a null.
    'duplicated-entry-in-enum': 'off',
    'typed-enum': 'off',
    'openapi-tags-alphabetical': 'off',
    'info-contact': 'off',
    'contact-properties': 'off',
    'license-url': 'off',
    'paging-is-integer': rule(PAGING, 'type', functions.pattern, { match: '^integer$' }),
    'parameter-is-described': rule('$.paths[*][*].parameters[*]', 'description', functions.truthy),
    'body-has-example': rule(JSON_BODY, 'example', functions.defined),
    'reply-has-content': rule('$.paths[*].get.responses["200"]', 'content', functions.truthy),
    'operation-has-security': rule('$.paths[*][*]', 'security', functions.defined),
  },
}

const ASYNCAPI_RULES: RulesetDefinition = {
  extends: [[rulesets.asyncapi as RulesetDefinition, 'all']],
  rules: {
    'asyncapi-latest-version': 'off',
    'asyncapi-3-channel-no-trailing-slash': 'off',
    'asyncapi-info-contact': 'off',
    'asyncapi-info-contact-properties': 'off',
    'asyncapi-info-license-url': 'off',
  },
}

/** What the contract wants all the same. */
const WANTED = ['operation-success-response paths./api/v1/programs/{id}/split/.post.responses']

async function redoclyFaults(document: object): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended'], rules: REDOCLY_RULES })
  const parsed = makeDocumentFromString(JSON.stringify(document), 'openapi.json')
  const problems = await lintDocument({ document: parsed, config, externalRefResolver: new BaseResolver() })
  return problems.map(({ ruleId, message, location }) => `${ruleId} ${location[0]?.pointer}: ${message}`)
}

async function spectralFaults(document: object, rules: RulesetDefinition): Promise<string[]> {
  const spectral = new Spectral()
  spectral.setRuleset(rules)
  const place = ({ code, path }: IRuleResult) => `${code} ${path.join('.')}`
  const found = await spectral.run(JSON.parse(JSON.stringify(document)))
  return found.filter((one) => !WANTED.includes(place(one))).map((one) => `${place(one)}: ${one.message}`)
}

/** An example that the service itself would refuse by a rule that no schema says. */
function refusedExamples(document: object): string[] {
  const { paths } = document as { paths: Record<string, Record<string, Shown>> }
  return routes.flatMap((route) => {
    const shown = paths[`/api/v1${route.path}`]?.[route.method.toLowerCase()]?.requestBody?.content['application/json']
    if (!route.body || shown === undefined) return []
    const parsed = route.body.safeParse(shown.example)
    if (parsed.success) return []
    const why = parsed.error.issues.map(
      (issue: { path: PropertyKey[]; message: string }) => `${issue.path.join('.')} ${issue.message}`,
    )
    return [`refused-example ${route.method} ${route.path}: ${why.join('; ')} in ${JSON.stringify(shown.example)}`]
  })
}

interface Shown {
  readonly requestBody?: { readonly content: Record<string, { readonly example?: unknown }> }
}

const config = loadConfig({})
const openApi = openApiDocument(routes, config)
const faults = [
  ...refusedExamples(openApi),
  ...(await redoclyFaults(openApi)),
  ...(await spectralFaults(openApi, OPENAPI_RULES)),
  ...(await spectralFaults(asyncApiDocument(config), ASYNCAPI_RULES)),
]
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.stdout.write(`${routes.length} operations, ${faults.length} faults of the published documents\n`)
process.exit(faults.length === 0 ? 0 : 1)
