import { types } from 'pg'

type Parse = (text: string) => unknown

const AS_TEXT: Parse = (text) => text
const TEXT_ARRAY: number = 1009
/** Dates, instants and intervals stay text; civil dates never pass through a time zone. */
const TEXT = [1082, 1114, 1184, 1186]
const TEXT_ARRAYS = [1182, 1115, 1185, 1187]
/** Counts, cursors and sizes: our numbers stay below 2^53, where a number is exact. */
const BIGINT = 20

const parsers = new Map<number, Parse>([
  ...TEXT.map((oid) => [oid, AS_TEXT] as const),
  ...TEXT_ARRAYS.map((oid) => [oid, types.getTypeParser(TEXT_ARRAY as number) as Parse] as const),
  [BIGINT, Number],
])

/** In which JavaScript type each type of a column arrives, for the driver. */
export const arrivalTypes = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): Parse {
    const own = format === 'binary' ? undefined : parsers.get(oid)
    return own ?? (types.getTypeParser(oid, format as 'text') as Parse)
  },
}
