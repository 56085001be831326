// Writes THIRD_PARTY_NOTICES.md: what is installed with the service, of whom nothing was changed, with its licence.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { VIEWER } from './viewer.ts'

const root = join(import.meta.dirname, '..')

interface LockedPackage {
  version: string
  license?: string
  dev?: boolean
}

export interface Notice {
  name: string
  version: string
  license: string
}

if (import.meta.main) writeFileSync(join(root, 'THIRD_PARTY_NOTICES.md'), noticesText())

/** Every package that runs with the service, by name, from the lock file. */
export function runningPackages(): Notice[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>
  }
  const notices = Object.entries(packages)
    .filter(([path, { dev }]) => path !== '' && dev !== true)
    .map(([path, { version, license }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      license: license ?? licenseOf(path),
    }))
  const byName = new Map([...notices, VIEWER].map((notice) => [`${notice.name} ${notice.version}`, notice]))
  return [...byName.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, notice]) => notice)
}

/** Of packages that name their licence in their files only. */
function licenseOf(path: string): string {
  const folder = join(root, path)
  const file = existsSync(folder) ? readdirSync(folder).find((name) => /^licen[cs]e/i.test(name)) : undefined
  const text = file === undefined ? '' : readFileSync(join(folder, file), 'utf8')
  return /Permission is hereby granted, free of charge/.test(text) ? 'MIT' : 'unknown'
}

export function noticesText(): string {
  const rows = runningPackages().map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`)
  const head =
    '# Third-party notices\n\nThe service is installed with these packages, unchanged; each brings its licence text in its own folder.'
  return `${head}\n\n| package | version | licence |\n| --- | --- | --- |\n${rows.join('\n')}\n`
}
