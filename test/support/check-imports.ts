/**
 * Import directions of the code base: which folder may import which, on which floor each room stands and that no arrow
 * runs up or sideways, no circles between files (imports of types count), statements in query files, and outbound network
 * modules only behind the egress guard. Run by `npm run check`; prints each breach and exits 1.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { floorFaults } from './floors.ts'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..')

/** Folder -> folders it may import from, beside itself; a folder inside another stands for itself alone. */
const ALLOWED: Record<string, readonly string[]> = {
  compute: [],
  importers: ['compute/plan'],
  api: ['importers', 'compute'],
  jobs: ['api', 'importers', 'compute'],
  fixtures: ['compute', 'importers'],
  bench: ['api', 'jobs', 'importers', 'compute', 'fixtures', 'test'],
  test: ['api', 'jobs', 'importers', 'compute', 'fixtures', 'bench'],
}
/** Single files that may cross: the command line starts every part of the service. */
const CROSSINGS: readonly [from: RegExp, to: RegExp][] = [
  [/^api\/cli\//, /^(jobs|bench)\//],
  [/^api\//, /^fixtures\/samples\//],
]
/** Statements stand in the query files of the slices, and nowhere else. */
const STATEMENT_PLACES = /\.queries\.ts$|^api\/platform\/db\//
/** Calls of the template or of the builder's door. */
const STATEMENT = /\bsql\s*(?:<[^`(]{0,400}>)?\s*[(`]|executeQuery\(|\.getKysely\(/

/** Modules that open connections to anywhere; only these places may use them. */
const NETWORK_MODULES = new Set(['undici', 'node:http', 'node:https', 'node:net', 'node:tls'])
const NETWORK_PLACES =
  /^(api\/platform\/(egress|realtime|http|embedded-postgres)\/|api\/server\/(main|app)\.ts|api\/platform\/metrics|api\/cli\/|test\/|bench\/)/

const IMPORT =
  /(?:^|\n)\s*(?:import|export)\s[^'"\n;]*?(?:from\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)|(?:import|export)\s+(?:type\s+)?\{[^}]*\}\s+from\s+['"]([^'"]+)['"]/g
const TYPE_ONLY = /(?:import|export)\s+type\s/

interface Import {
  readonly target: string
  readonly isType: boolean
  readonly isDynamic: boolean
}

function sourceFiles(): string[] {
  return Object.keys(ALLOWED)
    .flatMap((folder) =>
      readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
    )
    .filter((file) => file.endsWith('.ts') && !file.includes('/assembly/') && !file.includes('node_modules'))
}

function importsOf(file: string): Import[] {
  const text = readFileSync(path.join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const found: Import[] = []
  for (const match of text.matchAll(IMPORT)) {
    const name = match[1] ?? match[2] ?? match[3] ?? ''
    const target = name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : name
    found.push({ target, isType: TYPE_ONLY.test(match[0]), isDynamic: match[2] !== undefined })
  }
  return found
}

function directionFaults(file: string, imports: readonly Import[]): string[] {
  const folder = file.split('/')[0] as string
  return imports.flatMap(({ target }) => {
    const other = target.split('/')[0] as string
    if (!(other in ALLOWED) || other === folder) return []
    if (ALLOWED[folder]?.some((one) => target === one || target.startsWith(`${one}/`))) return []
    if (CROSSINGS.some(([from, to]) => from.test(file) && to.test(target))) return []
    return [`${file} imports ${target}: ${folder} may not import ${other}`]
  })
}

function networkFaults(file: string, imports: readonly Import[]): string[] {
  if (NETWORK_PLACES.test(file)) return []
  return imports
    .filter(({ target, isType }) => NETWORK_MODULES.has(target) && !isType)
    .map(({ target }) => `${file} imports ${target}: outbound connections go through api/platform/egress`)
}

/** Packages that a line of code takes something from; imports of types go when the types do. */
const PACKAGE = /^(?!import type )(?:import\b[^'\n]*|\} from) ?'([@a-z][^'\n]*)'|\bimport\('([@a-z][^'\n]*)'\)/gm

/** The product runs with the packages that are installed for it, not with those for tests and builds. */
function packageFaults(file: string): string[] {
  if (/^(test|bench)\//.test(file) || /\/build\.ts$/.test(file)) return []
  const text = readFileSync(path.join(root, file), 'utf8')
  return [...text.matchAll(PACKAGE)]
    .map((match) => match[1] ?? match[2] ?? '')
    .filter((target) => !target.startsWith('node:'))
    .map((target) =>
      target
        .split('/')
        .slice(0, target.startsWith('@') ? 2 : 1)
        .join('/'),
    )
    .filter((name) => !installed.has(name))
    .map((name) => `${file} imports ${name}, which is not among the dependencies that a package is installed with`)
}

function statementFaults(file: string): string[] {
  if (!/^(api|jobs)\//.test(file) || STATEMENT_PLACES.test(file)) return []
  const isStray = STATEMENT.test(readFileSync(path.join(root, file), 'utf8'))
  return isStray ? [`${file} holds a statement: statements stand in a noun.queries.ts`] : []
}

/**
 * Files that import each other, by Tarjan's search for strongly connected parts; imports of types count, because whoever
 * reads one file of a circle has to read them all.
 */
function circles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const found: string[][] = []
  const visit = (file: string): number => {
    const own = index.size
    let least = own
    index.set(file, own)
    open.push(file)
    isOpen.add(file)
    for (const next of graph.get(file) ?? []) {
      const reached = index.get(next)
      if (reached === undefined) least = Math.min(least, visit(next))
      else if (isOpen.has(next)) least = Math.min(least, low.get(next) ?? reached)
      low.set(file, least)
    }
    if (least < own) return least
    const circle = open.splice(open.indexOf(file))
    for (const each of circle) isOpen.delete(each)
    if (circle.length > 1) found.push(circle.sort())
    return least
  }
  for (const file of graph.keys()) if (!index.has(file)) visit(file)
  return found
}

const files = sourceFiles()
const known = new Set(files)
const installed = new Set(Object.keys(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).dependencies))
const graph = new Map<string, string[]>()
const faults: string[] = []
for (const file of files) {
  const imports = importsOf(file)
  faults.push(
    ...directionFaults(file, imports),
    ...networkFaults(file, imports),
    ...packageFaults(file),
    ...statementFaults(file),
  )
  graph.set(
    file,
    imports.filter((one) => !one.isDynamic && known.has(one.target)).map((one) => one.target),
  )
}
faults.push(...floorFaults(graph))
faults.push(...circles(graph).map((circle) => `import circle: ${circle.join(', ')}`))
for (const fault of faults) process.stderr.write(`${fault}\n`)
process.stdout.write(`${files.length} files, ${faults.length} import faults\n`)
process.exit(faults.length === 0 ? 0 : 1)
