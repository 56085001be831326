import { createAccount } from '../../accounts/create-account.ts'
import { isNotMigrated, notMigrated } from '../../platform/db/migration-state.ts'
import { FieldErrors, Refusal } from '../../platform/errors.ts'
import { newSecret } from '../../platform/ids.ts'
import { createServices } from '../../server/boot.ts'
import { UsageError } from '../usage-error.ts'
import { parseOptions } from '../words/parse-options.ts'
import { userCreateWords } from '../words/service-words.ts'
import { withDatabase } from './with-database.ts'

interface NewUser {
  username: string
  email: string
  password: string
  isSuperuser: boolean
}

/** `svc user create`: makes an account; a generated password is printed once and kept nowhere. */
export async function run(args: string[]): Promise<number> {
  const { isPasswordGiven, ...asked } = readArguments(args)
  const password = isPasswordGiven ? await readPassword() : newSecret(16)
  try {
    await makeAccount({ ...asked, password })
  } catch (error) {
    if (error instanceof Refusal) {
      process.stderr.write(`${error.message}\n`)
      return 2
    }
    if (!(error instanceof FieldErrors)) throw error
    process.stderr.write(`The account was refused: ${JSON.stringify(error.fields)}\n`)
    return 2
  }
  process.stdout.write(`Account ${asked.username} made.\n`)
  if (!isPasswordGiven) process.stdout.write(`Password: ${password}\n`)
  return 0
}

function readArguments(args: string[]) {
  const { values, positionals } = parseOptions(args, userCreateWords)
  const [username, ...surplus] = positionals
  if (username === undefined || surplus.length > 0) throw new UsageError('user create takes exactly one username')
  if (!values.email?.includes('@')) throw new UsageError('user create needs --email with an address')
  return {
    username,
    email: values.email,
    isSuperuser: values.owner ?? false,
    isPasswordGiven: values['password-stdin'] ?? false,
  }
}

async function readPassword(): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of process.stdin) chunks.push(chunk)
  const password = Buffer.concat(chunks)
    .toString()
    .replace(/\r?\n$/, '')
  if (password.length < 8) throw new UsageError('The password on standard input has fewer than 8 characters')
  return password
}

async function makeAccount(user: NewUser): Promise<void> {
  await withDatabase(async (config) => {
    const services = await createServices(config, { role: 'cli' })
    try {
      if (await isNotMigrated(services)) throw notMigrated()
      await services.systemContext((ctx) => createAccount(ctx, user))
    } finally {
      await services.close()
    }
  })
}
