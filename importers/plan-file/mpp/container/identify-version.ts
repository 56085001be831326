import { byteText, int32 } from '../../../binary/read-bytes.ts'
import type { CompoundFile } from '../../../binary/read-compound-file.ts'
import { broken } from '../../../binary/sector-chains.ts'
import { ImportRefusal } from '../../../plan/import-refusal.ts'

export type MppFormat = 'mpp8' | 'mpp9' | 'mpp12' | 'mpp14'

/** Which layout the file has, and which program wrote it: one program writes several layouts, and they differ then. */
export type MppVersion = { format: MppFormat; application: string; applicationVersion: number }

const HEADER_LENGTH = 28
const UNICODE_MARK = 0x71b239f4

// An ordinary plan, a template, the global template.
const FORMATS = new Map<string, MppFormat>([
  ['MSProject.MPP8', 'mpp8'],
  ['MSProject.MPT8', 'mpp8'],
  ['MSProject.MPP9', 'mpp9'],
  ['MSProject.MPT9', 'mpp9'],
  ['MSProject.GLOBAL9', 'mpp9'],
  ['MSProject.MPP12', 'mpp12'],
  ['MSProject.MPT12', 'mpp12'],
  ['MSProject.GLOBAL12', 'mpp12'],
  ['MSProject.MPP14', 'mpp14'],
  ['MSProject.MPT14', 'mpp14'],
  ['MSProject.GLOBAL14', 'mpp14'],
])

/** Word and Excel use the same container, so the stream that names the format decides. */
export function identifyVersion(file: CompoundFile): MppVersion {
  const names = file.stream('\u0001CompObj')
  if (names === null) {
    // A cut-off or damaged plan keeps the storages of its data, other documents never had them.
    if (['   1', '   19', '   112', '   114'].some((name) => file.hasStorage(name))) throw broken('it names no format')
    throw new ImportRefusal('unsupported_format', 'the file is an Office document of another kind, not a plan')
  }
  const [application = '', formatName = '', applicationId = ''] = readNames(names)
  const format = FORMATS.get(formatName) ?? FORMATS.get(applicationId)
  if (format !== undefined) return { format, application, applicationVersion: versionNumber(application, format) }
  const found = (formatName || application || applicationId || 'unknown').slice(0, 60)
  const hint = /project/i.test(`${found} ${application}`) ? '; save it with Project 98 or later' : ''
  throw new ImportRefusal('unsupported_format', `the file is of the kind ${JSON.stringify(found)}, not a plan${hint}`)
}

/** Three texts, each with its length before it. */
function readNames(bytes: Uint8Array): string[] {
  const names: string[] = []
  for (let at = HEADER_LENGTH; names.length < 3 && at + 4 <= bytes.length; ) {
    const length = int32(bytes, at)
    at += 4
    if (length === UNICODE_MARK || length < 0 || length > bytes.length - at) break
    names.push(byteText(bytes, at, length))
    at += length
  }
  return names
}

/** 8 = Project 98, 9 = 2000, 12 = 2007, 14 = 2010, 15 = 2013, 16 = 2016 and everything since. */
function versionNumber(application: string, format: MppFormat): number {
  const number = Number(/(\d{1,3})(?:\.\d+)?\s*$/.exec(application)?.[1])
  return Number.isInteger(number) ? number : Number(format.slice(3))
}
