/** All files of attachments lie below it. */
export const FILES_PREFIX = 'attachments/'

/** Where the file of an attachment lies: under our name, whatever it is called, and not all in one folder. */
export function keyOf(id: string): string {
  return `${FILES_PREFIX}${id.slice(-2)}/${id}`
}
