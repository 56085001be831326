import { type ResolveFnOutput, registerHooks } from 'node:module'
import { extname } from 'node:path'

/** The folder that holds all modules of ours: the checkout, or `dist/` of the package. */
const ROOT = new URL('../../../', import.meta.url).href
const PACKAGES = `${ROOT}node_modules/`
const ENDING = extname(import.meta.url)
const FORMAT = ENDING === '.ts' ? 'module-typescript' : 'module'

/** A file beside, below or above, by a name that stands in an address as it is. */
const PLAIN_FILE = /^(?:\.\/|(?:\.\.\/)+)(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.[jt]s$/

/**
 * Has imports taken at their word where that cannot go wrong. A module of ours names others by file and ending, and what it
 * means by the name of a package all others of ours mean; so do modules in packages name files, which are read alike in
 * one folder. The runtime would look for each anew, follow links and search for the `package.json` that says how to read
 * it, eight thousand times in a start, which is a fourth of loading the API and of a short command. Everything else is found as
 * ever.
 */
export function takeImportsAtTheirWord(): void {
  const packages = new Map<string, ResolveFnOutput>()
  /** Folders of packages in which the runtime found a file with the ending `.js` to be a module. */
  const moduleFolders = new Set<string>()
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL } = context
      if (parentURL === undefined || !context.conditions.includes('import')) return next(specifier, context)
      const isFile = PLAIN_FILE.test(specifier)
      if (isOurs(parentURL)) {
        if (isFile && specifier.endsWith(ENDING)) return asTold(urlOf(specifier, parentURL), FORMAT)
        if (isFile || specifier.startsWith('.')) return next(specifier, context)
        const known = packages.get(specifier)
        if (known !== undefined) return known
        const found = next(specifier, context)
        packages.set(specifier, { ...found, shortCircuit: true })
        return found
      }
      if (!isFile) return next(specifier, context)
      const url = urlOf(specifier, parentURL)
      if (url.endsWith('.js') && moduleFolders.has(folderOf(url))) return asTold(url, 'module')
      const found = next(specifier, context)
      if (found.format === 'module' && found.url.endsWith('.js')) moduleFolders.add(folderOf(found.url))
      return found
    },
  })
}

function asTold(url: string, format: string): ResolveFnOutput {
  return { url, format, shortCircuit: true }
}

function isOurs(url: string): boolean {
  return url.startsWith(ROOT) && !url.startsWith(PACKAGES)
}

/** What `new URL` would make of a plain name, which takes ten times as long. */
function urlOf(specifier: string, parentUrl: string): string {
  let end = parentUrl.lastIndexOf('/')
  let from = specifier.startsWith('./') ? 2 : 0
  for (; specifier.startsWith('../', from); from += 3) end = parentUrl.lastIndexOf('/', end - 1)
  return parentUrl.slice(0, end + 1) + specifier.slice(from)
}

function folderOf(url: string): string {
  return url.slice(0, url.lastIndexOf('/'))
}
