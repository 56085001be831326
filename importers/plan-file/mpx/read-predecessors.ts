import type { RawLink } from '../raw-project.ts'
import type { MpxValues } from './mpx-values.ts'

/** Codes of links by their letters, in English, German and French. */
const CODES: Readonly<Record<string, number>> = {
  FF: 0,
  EE: 0,
  FS: 1,
  EA: 1,
  FD: 1,
  SF: 2,
  AE: 2,
  DF: 2,
  SS: 3,
  AA: 3,
  DD: 3,
}
const DAYS_FORMAT = 7
const ELAPSED_DAYS_FORMAT = 8
const PERCENT_FORMAT = 19

/** Links out of a list such as `3,5SS+2d`; the successor is for the caller to fill in. */
export function readPredecessors(text: string, values: MpxValues, onBad: (part: string) => void): RawLink[] {
  // Lags of some countries have the list's own mark inside, which only a number follows.
  return text.split(/[,;](?=\s*\d+\s*(?:\p{Lu}{2}|[,;]|$))/u).flatMap((part) => {
    const match = /^\s*(\d{1,9})\s*(\p{Lu}{2})?\s*([+-].*)?$/u.exec(part)
    if (match === null) {
      onBad(part)
      return []
    }
    const said = (match[3] ?? '').replace(/\s/g, '')
    const percent = said.endsWith('%') ? values.number(said.slice(0, -1)) : null
    const lag = percent === null && said !== '' ? values.duration(said) : null
    return [
      {
        predecessorUid: Number(match[1]),
        successorUid: -1,
        typeCode: CODES[match[2] ?? 'FS'] ?? 1,
        lag: percent ?? (lag?.minutes ?? 0) * 10,
        lagFormat: percent !== null ? PERCENT_FORMAT : lag?.isElapsed ? ELAPSED_DAYS_FORMAT : DAYS_FORMAT,
        isCrossProject: false,
      },
    ]
  })
}
