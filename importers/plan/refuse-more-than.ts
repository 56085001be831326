import { ImportRefusal, type ImportRefusalCode } from './import-refusal.ts'

/** Ends the import while rows are still being read, before anything is built from them. */
export function refuseMoreThan(most: number, count: number, code: ImportRefusalCode, what: string): void {
  if (count > most) throw new ImportRefusal(code, `the file holds more than ${most} ${what}`)
}
