// An importer thread that dies when a test asks for it.
import runImport, { type EntryResult, type ImportTask } from '../../importers/entry.ts'
import { dieIfAsked } from '../support/thread-deaths.ts'

export default function run(task: ImportTask): EntryResult {
  const done = runImport(task)
  dieIfAsked()
  return done
}
