// Makes `dist/`, which is what the package holds: the sources with their types taken off, because Node strips none below
// `node_modules`, and declarations of the parts that are libraries. Run by `npm pack` and `npm publish` (`prepack`).

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { documentNames, documentSchema } from '../importers/document-schemas/document-schemas.ts'

const root = join(import.meta.dirname, '..')
const FOLDERS = ['api', 'client', 'compute', 'importers', 'jobs', 'fixtures']
/** What the running service does not need: the sources of the WebAssembly modules and what builds them. */
const LEFT_OUT =
  /\/assembly\/|\/build\.ts$|^fixtures\/(plans|vectors)\/|^api\/server\/make-migration\.ts$|tsconfig\.json$|\.md$/

if (import.meta.main) buildPackage(join(root, 'dist'))

/** Writes the folder anew. */
export function buildPackage(dist: string): void {
  rmSync(dist, { recursive: true, force: true })
  for (const folder of FOLDERS) {
    for (const file of globSync(`${folder}/**/*`, { cwd: root, withFileTypes: true })) {
      const path = join(file.parentPath, file.name).slice(root.length + 1)
      if (file.isFile() && !LEFT_OUT.test(path)) writeBuilt(dist, path)
    }
  }
  const { name, version, type } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  writeFileSync(join(dist, 'package.json'), `${JSON.stringify({ name, version, type }, null, 2)}\n`)
  // Its recipes are shown by the reference too.
  cpSync(join(root, 'README.md'), join(dist, 'README.md'))
  writeSchemas(join(dist, 'schemas'))
  declareLibraries(dist)
}

/** The JSON Schemas of documents, for editors and for programs that write them. */
function writeSchemas(folder: string): void {
  mkdirSync(folder, { recursive: true })
  for (const name of documentNames)
    writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(documentSchema(name), null, 2)}\n`)
}

function writeBuilt(dist: string, path: string): void {
  const target = join(dist, path.replace(/\.ts$/, '.js'))
  mkdirSync(dirname(target), { recursive: true })
  // Spaces stand where types stood, so that lines and columns of a stack are those of the source.
  if (!path.endsWith('.ts')) cpSync(join(root, path), target)
  else writeFileSync(target, withBuiltNames(stripTypeScriptTypes(readFileSync(join(root, path), 'utf8'))))
}

/** Names of files beside a module, in imports and elsewhere, as they are after the build. */
function withBuiltNames(code: string): string {
  return code.replace(/(['"])(\.{1,2}\/[^'"\n]*)\.ts\1/g, '$1$2.js$1')
}

/** `.d.ts` beside the modules of the libraries, whose imports name what is there. */
function declareLibraries(dist: string): void {
  const paths = join(dist, 'client', 'paths.d.ts')
  execFileSync(process.execPath, [join(root, 'package', 'client-types.ts'), paths], { stdio: 'inherit' })
  // Not `bin/tsc`: a file without an ending is read as another kind of module where a test runner has its hooks in.
  const compiler = join(root, 'node_modules', 'typescript', 'lib', 'tsc.js')
  execFileSync(process.execPath, [compiler, '-p', join(root, 'package', 'tsconfig.json'), '--outDir', dist], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  for (const path of globSync('{client,compute,importers}/**/*.d.ts', { cwd: dist })) {
    const file = join(dist, path)
    // Only what has a module beside it: the sources of the WebAssembly modules are not told of.
    if (file !== paths && !existsSync(file.replace(/\.d\.ts$/, '.js'))) rmSync(file)
    else writeFileSync(file, withBuiltNames(readFileSync(file, 'utf8')))
  }
}
