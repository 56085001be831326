import { isTriedFirst } from './tried-first.ts'

export interface PasswordOwner {
  readonly username: string
  readonly email: string
  readonly first_name: string
  readonly last_name: string
}

const SIMILARITY_CEILING = 0.7
const COMPARED_LENGTH = 128

const LEAST_LENGTH = 10
const LEAST_LENGTH_OF_INVITED = 8

/** Everything wrong with a new password, for the person to read; empty when it may be used. */
export async function passwordFaults(password: string, owner: PasswordOwner): Promise<string[]> {
  const faults = await commonFaults(password, owner, LEAST_LENGTH)
  if (!/[^\p{L}\s]/u.test(password)) faults.push('The password must contain at least one digit or symbol.')
  return faults
}

/** The rules that also hold for the first password of somebody invited. */
export function invitedPasswordFaults(password: string, owner: PasswordOwner): Promise<string[]> {
  return commonFaults(password, owner, LEAST_LENGTH_OF_INVITED)
}

async function commonFaults(password: string, owner: PasswordOwner, leastLength: number): Promise<string[]> {
  const faults: string[] = []
  // Counted in characters, as people count.
  if ([...password].length < leastLength)
    faults.push(`The password is too short: use at least ${leastLength} characters.`)
  const resembled = resembledPart(password, owner)
  if (resembled) faults.push(`The password is too similar to the ${resembled}.`)
  if (await isTriedFirst(password)) faults.push('The password is too common.')
  if (/^\p{Nd}+$/u.test(password)) faults.push('The password must not consist of digits only.')
  return faults
}

function resembledPart(password: string, owner: PasswordOwner): string | null {
  const parts: [string, string][] = [
    ['username', owner.username],
    ['e-mail address', owner.email],
    ['first name', owner.first_name],
    ['last name', owner.last_name],
  ]
  const lowered = password.toLowerCase().slice(0, COMPARED_LENGTH)
  const found = parts.find(([, value]) =>
    [value, ...value.split('@'), ...value.split(/[^\p{L}\p{N}]+/u)].some((piece) =>
      isSimilar(lowered, piece.toLowerCase()),
    ),
  )
  return found?.[0] ?? null
}

function isSimilar(password: string, piece: string): boolean {
  const value = piece.slice(0, COMPARED_LENGTH)
  if (value.length < 3) return false
  return (2 * commonSubsequence(password, value)) / (password.length + value.length) >= SIMILARITY_CEILING
}

/** Length of the longest common subsequence, in one row: both texts are short. */
function commonSubsequence(a: string, b: string): number {
  const row = new Uint16Array(b.length + 1)
  for (const letter of a) {
    let diagonal = 0
    for (let index = 1; index <= b.length; index++) {
      const above = row[index] as number
      row[index] = letter === b[index - 1] ? diagonal + 1 : Math.max(above, row[index - 1] as number)
      diagonal = above
    }
  }
  return row[b.length] as number
}
