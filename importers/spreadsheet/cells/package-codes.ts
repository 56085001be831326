/** `WP2`, `AP 3`: a work package, as research plans number them. */
const PACKAGE = /^(?:WP|AP|LT|WPT)[ _-]?(\d{1,2})$/iu
/** `T2.1`, `D3.2`, `MS2.1`: what the number before the first dot names the package of. */
const PART = /^(?:T|ST|D|DL|M|MS|A|E)[ _-]?(\d{1,2})\.\d{1,2}(?:\.\d{1,2})*$/iu
/** Deliverables and milestones, which are due at the end of their time. */
const DUE = /^(?:D|DL|M|MS|ML)[ _-]?\d{1,2}(?:\.\d{1,2})*$/iu
const MOSTLY = 0.8

/** The number of the package that a code names, `WP2`. */
export function packageNumber(code: string): string | null {
  const number = PACKAGE.exec(code)?.[1]
  return number === undefined ? null : String(Number(number))
}

/** The number of the package in which something is, by its code `T2.1`. */
export function numberOfOwnPackage(code: string): string | null {
  const number = PART.exec(code)?.[1]
  return number === undefined ? null : String(Number(number))
}

export function isDueAtEnd(code: string): boolean {
  return DUE.test(code)
}

/** Whether codes are those of a plan of work packages: some are packages, some are parts of one, and hardly one is anything else. */
export function arePackageCodes(codes: readonly string[]): boolean {
  const packages = codes.filter((code) => packageNumber(code) !== null).length
  const parts = codes.filter((code) => numberOfOwnPackage(code) !== null).length
  const due = codes.filter((code) => isDueAtEnd(code) && numberOfOwnPackage(code) === null).length
  return packages > 0 && parts > 0 && packages + parts + due >= MOSTLY * codes.length
}
