// The quick way through a plain XML file: a vector scanner finds the tags and where the wanted texts stand, and values are
// read from the bytes. It never refuses a file. What is not plainly in order is left to the careful reader.

import { isUtf8 } from 'node:buffer'
import type { PlanRecord, RecordShape } from './plan-record.ts'
import {
  RECORDS_ADDRESS,
  STATUS_ADDRESS,
  STATUS_HAS_HIGH_BYTES,
  STATUS_IS_FINISHED,
  STATUS_RECORDS_BEGIN,
  STATUS_RECORDS_END,
  WINDOW_ADDRESS,
  WINDOW_BYTES,
} from './scan/layout.ts'
import { loadScanner, type Scanner } from './scan/load-scanner.ts'
import { teachScanner } from './scan/teach-scanner.ts'
import { ScannedFile, ScannedRecord } from './scanned-record.ts'

/** Nothing but a declaration of UTF-8 and plain comments may stand before the root. */
const PROLOG =
  /^(?:\xef\xbb\xbf)?(?:<\?xml version=(["'])1\.0\1(?: encoding=(["'])(?:UTF|utf)-8\2)?(?: standalone=(["'])(?:yes|no)\3)? ?\?>)?[ \t\r\n]*(?:<!--(?:(?!--)[\t\n\r -~])*-->[ \t\r\n]*)*(?=<[A-Za-z_])/
const PROLOG_BYTES = 4096
/** Places in a file are signed numbers of 32 bits. */
const MOST_BYTES = 2 ** 31 - WINDOW_BYTES

/**
 * Calls `onRecord` for each child record of the root, like `streamRecords`; a record is good for the length of the call.
 * Returns the root, good until the next file, or null where the careful reader has to start over: what was handed out
 * until then is worth nothing.
 */
export function scanRecords(
  bytes: Uint8Array,
  root: { name: string; shape: RecordShape },
  onRecord: (record: PlanRecord) => void,
): PlanRecord | null {
  const scanner = loadScanner()
  if (scanner === null || bytes.length > MOST_BYTES) return null
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const prolog = PROLOG.exec(buffer.toString('latin1', 0, Math.min(PROLOG_BYTES, buffer.length)))
  if (prolog === null) return null
  scanner.exports.begin()
  const file = new ScannedFile(buffer, scanner.words, teachScanner(scanner, root))
  const end = scanWindows(scanner, file, prolog[0].length, onRecord)
  return end === null || !isBlankFrom(buffer, end) ? null : new ScannedRecord(file, RECORDS_ADDRESS / 4)
}

/** The place after the root, or null where anything is in doubt. */
function scanWindows(
  scanner: Scanner,
  file: ScannedFile,
  start: number,
  onRecord: (record: PlanRecord) => void,
): number | null {
  const { buffer } = file
  const status = (slot: number) => scanner.words[(STATUS_ADDRESS + slot) / 4] as number
  const record = new ScannedRecord(file, 0)
  let at = start
  while (at < buffer.length) {
    const length = Math.min(WINDOW_BYTES, buffer.length - at)
    scanner.bytes.set(buffer.subarray(at, at + length), WINDOW_ADDRESS)
    const done = scanner.exports.scan(length, at, at + length === buffer.length ? 1 : 0)
    if (done <= 0) return null
    if (file.isAscii && status(STATUS_HAS_HIGH_BYTES) !== 0) {
      if (!isUtf8(buffer)) return null
      file.isAscii = false
    }
    const end = status(STATUS_RECORDS_END) / 4
    for (let word = status(STATUS_RECORDS_BEGIN) / 4; word < end; word += (file.words[word + 1] as number) / 4) {
      record.moveTo(word)
      onRecord(record)
    }
    at += done
    if (status(STATUS_IS_FINISHED) !== 0) return at
  }
  return null
}

function isBlankFrom(buffer: Buffer, start: number): boolean {
  for (let at = start; at < buffer.length; at += 1) {
    const byte = buffer[at]
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return false
  }
  return true
}
