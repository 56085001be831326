#!/usr/bin/env -S node --disable-proto=delete
// The command as it is installed. The package holds the sources without their types (`dist/`); a checkout runs them as
// they are. What an older Node cannot run is handed to the one that came with the package.

import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
// As a whole: an older Node, which shall hand over, has not all of its names.
import nodeModule from 'node:module'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const NEEDED = [24, 12]
const source = new URL('../api/cli/svc.ts', import.meta.url)
// A checkout may hold a `dist/` too, of a package made yesterday.
const isCheckout = existsSync(source)
const command = isCheckout ? source : new URL('../dist/api/cli/svc.js', import.meta.url)

const howToInstall = isCheckout ? 'run `npm ci` in this folder, and look at what it says' : 'install svc anew'

if (isNewEnough(process.versions.node)) await start()
else {
  const node = findNode()
  if (node === null) {
    const needed = `svc runs on Node ${NEEDED.join('.')} or newer; this is Node ${process.versions.node}`
    fail(`${needed}, and the one that npm brings along is not here: ${howToInstall}, or install Node ${NEEDED[0]}.`)
  } else handOver(node)
}

async function start() {
  // What the parts of the service write under the data folder is for its owner alone, whatever writes it.
  if (['api', 'jobs'].includes(process.argv[2] ?? '')) process.umask(0o077)
  // Before the first of our modules is read: what is read earlier would be rid of its types, and compiled, at every start,
  // and what takes types off needs a tenth of a second to be ready itself.
  nodeModule.enableCompileCache(
    process.env.SVC_COMPILE_CACHE ??
      process.env.NODE_COMPILE_CACHE ??
      fileURLToPath(new URL('../../.cache/compile', command)),
  )
  try {
    const resolving = new URL(`service/resolve-imports${extname(command.href)}`, command)
    const { takeImportsAtTheirWord } = await import(resolving.href)
    takeImportsAtTheirWord()
    await import(command.href)
  } catch (error) {
    // A package that is not there: the installation was not made, or it broke off.
    const missing = /Cannot find package '([^']+)'/.exec(String(error))?.[1]
    if (missing === undefined) throw error
    fail(`The package ${missing} is not installed: ${howToInstall}.`)
  }
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}

/** @param {string} version */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])
}

/** The Node that npm installed beside this package, where there is one for this machine. */
function findNode() {
  try {
    const name = `node-${process.platform}-${process.arch}`
    const file = join(dirname(nodeModule.createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin', 'node')
    return existsSync(file) ? file : null
  } catch {
    return null
  }
}

/** @param {string} node */
function handOver(node) {
  const child = spawn(node, ['--disable-proto=delete', fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: 'inherit',
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 143)
  })
}
