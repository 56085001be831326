/** A command line that cannot be carried out: printed with the command's usage, exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}
