/** A file that could not be read or written. How the command is called has nothing to do with it. */
export class FileTrouble extends Error {
  override name = 'FileTrouble'
  /** As it was named on the command line; `-` for standard input. */
  readonly file: string

  constructor(message: string, file: string) {
    super(message)
    this.file = file
  }
}

const REASONS: Record<string, string> = {
  ENOENT: 'there is no such file or folder; look at its name and at the folder you are in',
  ENOTDIR: 'a part of its path is a file, not a folder',
  EISDIR: 'it is a folder; name a file in it',
  EACCES: 'its permissions do not allow it; ask its owner, or copy it',
  EPERM: 'its permissions do not allow it; ask its owner, or copy it',
  EROFS: 'the disk is mounted read-only; name another place',
  ENOSPC: 'the disk is full; make room and try again',
  EDQUOT: 'your share of the disk is used up; make room and try again',
  EMFILE: 'too many files are open; close some, or raise `ulimit -n`',
  ENAMETOOLONG: 'its name is too long',
  ELOOP: 'its links lead in a circle',
  EIO: 'the disk does not answer as it should; look at it before anything else',
}

const NO_FOLDER = 'the folder it is to stand in does not exist; make it, or name another place'

/** What kept a file from being read or written: the file, the cause and what to do, in one sentence. */
export function fileTrouble(verb: 'read' | 'write', file: string, error: unknown): FileTrouble {
  const { code, message } = error as NodeJS.ErrnoException
  const known = verb === 'write' && code === 'ENOENT' ? NO_FOLDER : REASONS[code ?? '']
  return new FileTrouble(`cannot ${verb} ${file}: ${known ?? message}`, file)
}
