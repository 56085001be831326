import { registerHooks } from 'node:module'
import { extname } from 'node:path'

/** The folder that holds all modules of ours: the checkout, or `dist/` of the package. */
const ROOT = new URL('../../../', import.meta.url).href
const PACKAGES = `${ROOT}node_modules/`
const ENDING = extname(import.meta.url)
const FORMAT = ENDING === '.ts' ? 'module-typescript' : 'module'

/**
 * Has imports between modules of ours taken at their word: each names a file, with its ending. The runtime would look for
 * it, follow links and search for the `package.json` that says how to read it, six thousand times in a start, which is a
 * fifth of loading the API. Everything else is found as ever.
 */
export function takeOwnImportsAtTheirWord(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const { parentURL } = context
      const isOwn = specifier.startsWith('.') && specifier.endsWith(ENDING) && isOurs(parentURL)
      if (!isOwn) return next(specifier, context)
      return { url: new URL(specifier, parentURL).href, format: FORMAT, shortCircuit: true }
    },
  })
}

function isOurs(url: string | undefined): boolean {
  return url?.startsWith(ROOT) === true && !url.startsWith(PACKAGES)
}
