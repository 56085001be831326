import { Refusal } from '../platform/errors.ts'

export function unsupportedType(mimeType: string): Refusal {
  const detail = `Files of the type ${mimeType} are not taken here.`
  return new Refusal(415, detail, { code: 'attachment_unsupported_mime' })
}

export function contentMismatch(detail: string): Refusal {
  return new Refusal(415, detail, { code: 'attachment_content_mismatch' })
}

export function tooManyAttachments(limit: number): Refusal {
  return new Refusal(400, `A task has at most ${limit} attachments.`)
}

export function filesAreOff(): Refusal {
  return new Refusal(403, 'Files are switched off for this project; links are not.')
}

export function mayNotDelete(): Refusal {
  const detail = 'An attachment is deleted by whoever put it there or by a Project Manager.'
  return new Refusal(403, detail, { code: 'attachment_delete_forbidden' })
}

export function noFileThere(): Refusal {
  return new Refusal(400, 'This attachment is a link and has no file.')
}

export function cannotSign(): Refusal {
  return new Refusal(501, 'The storage of this installation gives no signed addresses; download the file instead.')
}
