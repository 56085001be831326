// A plan that is kept packed must come back with every value: undefined ones, dates or maps would not.
import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { packPlan, unpackPlan } from '../../importers/plan/packed-plan.ts'
import { readPlan } from '../../importers/read-plan.ts'

const folders = ['../../fixtures/', '../../../shared/corpus/planfiles/'].map((at) =>
  fileURLToPath(new URL(at, import.meta.url)),
)

t.test('every file gives the plan that its packed plan gives', (t) => {
  const files = folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => globSync(`${folder}**/*.{mpp,xml,xer,mpx,gan}`))
  let count = 0
  for (const file of files) {
    const plan = (() => {
      try {
        return readPlan(readFileSync(file), path.basename(file))
      } catch {
        return null
      }
    })()
    if (plan === null) continue
    t.strictSame(unpackPlan(packPlan(plan)), plan, path.basename(file))
    count++
  }
  t.ok(count > 3, `${count} files`)
  t.end()
})
