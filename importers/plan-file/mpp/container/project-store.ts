import type { CompoundFile } from '../../../binary/read-compound-file.ts'
import { broken } from '../../../binary/sector-chains.ts'
import { ImportRefusal } from '../../../plan/import-refusal.ts'
import type { MppVersion } from './identify-version.ts'
import { type Props, readProps } from './read-props.ts'

/** The storage that holds a plan's data, of the versions that share one architecture (2000 to today). */
export type ProjectStore = {
  version: MppVersion & { format: keyof typeof PLACES }
  /** From Project 2013 on, newer layouts put bits and the columns of some rows elsewhere. */
  isFrom2013: boolean
  props: Props
  /** A stream of one of the tables, unmasked where the file masks it; empty when absent. */
  stream: (table: string, name: string) => Uint8Array
}

const PLACES = {
  mpp9: { rootProps: 'Props9', data: '   19' },
  mpp12: { rootProps: 'Props12', data: '   112' },
  mpp14: { rootProps: 'Props14', data: '   114' },
}

const PASSWORD_FLAGS = 893_386_752
const PASSWORD = 893_386_756
const MASK_CODE = 893_386_759
const READ_PASSWORD_BIT = 1
// Where the characters of a password of 2000-2003 lie; the first being NUL means that there is none.
const FIRST_PASSWORD_CHARACTER = 60
const PASSWORD_LENGTH = 64

/** Opens the data of the plan, or refuses when a password keeps it shut. */
export function openProjectStore(file: CompoundFile, version: ProjectStore['version']): ProjectStore {
  const { rootProps: rootName, data } = PLACES[version.format]
  const rootProps = readProps(file.stream(rootName) ?? new Uint8Array(0))
  const mask = readMask(rootProps)
  refusePassword(rootProps, version, mask)
  if (!file.hasStorage(data)) throw broken('it holds no plan')
  const settings = file.stream(data, 'Props')
  if (settings === null) throw broken('its settings are missing')
  // Values outside the rows are never masked, and since 2007 the rows of tasks are not either.
  const isMasked = (table: string, name: string) =>
    (name === 'FixedData' || name === 'Fixed2Data') && (table !== 'TBkndTask' || version.format === 'mpp9')
  return {
    version,
    isFrom2013: version.format === 'mpp14' && version.applicationVersion > 14,
    props: readProps(unmask(settings, mask)),
    stream(table, name) {
      const bytes = file.stream(data, table, name) ?? new Uint8Array(0)
      return isMasked(table, name) || name === 'Props' ? unmask(bytes, mask) : bytes
    },
  }
}

function readMask(rootProps: Props): number {
  const code = rootProps.byte(MASK_CODE)
  return rootProps.byte(PASSWORD_FLAGS) === 0 || code === 0 ? 0 : 0xff - code
}

function unmask(bytes: Uint8Array, mask: number): Uint8Array {
  return mask === 0 ? bytes : bytes.map((byte) => byte ^ mask)
}

/**
 * A password for writing does not keep a reader out. One for reading does, except that the flag alone means nothing:
 * plans of 2000-2003 may carry an empty password, and those since 2010 open when no encryption is described.
 */
function refusePassword(rootProps: Props, version: ProjectStore['version'], mask: number): void {
  if ((rootProps.byte(PASSWORD_FLAGS) & READ_PASSWORD_BIT) === 0) return
  const password = rootProps.bytes(PASSWORD)
  if (version.format === 'mpp14' && password === null) return
  if (version.format === 'mpp9') {
    const first = (password?.[FIRST_PASSWORD_CHARACTER] ?? mask) ^ mask
    if (password === null || password.length < PASSWORD_LENGTH || first === 0) return
  }
  const detail = 'the file is protected by a password; save it in the planner without one'
  throw new ImportRefusal('password_protected', detail)
}
