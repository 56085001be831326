// Writes the types of the typed client from the OpenAPI document: `node package/client-types.ts FILE`.

import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { openApiDocument } from '../api/platform/http/openapi/openapi.ts'
import { loadConfig } from '../api/platform/settings/config.ts'
import { routes } from '../api/server/routes.ts'

// The generator writes with the compiler's older interface, which the compiler of this project no longer has.
registerHooks({
  resolve: (specifier, context, next) => next(specifier === 'typescript' ? 'typescript-5' : specifier, context),
})
const { astToString, default: typesOf } = await import('openapi-typescript')

const document = openApiDocument(routes, loadConfig({}))
const nodes = await typesOf(JSON.stringify(document), { alphabetize: true })
writeFileSync(process.argv[2] as string, `// Made from the OpenAPI document of the service.\n\n${astToString(nodes)}`)
process.exit(0)
