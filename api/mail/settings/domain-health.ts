import { Resolver } from 'node:dns/promises'

export type Verdict = 'pass' | 'warn' | 'fail' | 'unknown'
export type ReadTxt = (name: string) => Promise<string[][]>

export interface DomainHealth {
  readonly available: boolean
  readonly domain: string
  readonly spf: Verdict
  readonly dkim: Verdict
  readonly dmarc: Verdict
}

/** For all questions together. */
const BUDGET_MS = 3_000
const NOT_THERE = new Set(['ENOTFOUND', 'ENODATA'])

/** Asks the name servers of this machine; an answer that takes longer than the budget is no answer. */
const readByDns: ReadTxt = (name) => new Resolver({ timeout: BUDGET_MS, tries: 1 }).resolveTxt(name)

/** What the world reads of the domain that mail comes from. */
export async function readDomainHealth(
  fromEmail: string,
  dkimSelector: string,
  readTxt: ReadTxt = readByDns,
): Promise<DomainHealth> {
  const domain = fromEmail.slice(fromEmail.lastIndexOf('@') + 1)
  if (fromEmail === '') return { available: false, domain: '', spf: 'unknown', dkim: 'unknown', dmarc: 'unknown' }
  const over = Promise.withResolvers<never>()
  over.promise.catch(() => undefined)
  const timer = setTimeout(over.reject, BUDGET_MS, new Error('too late'))
  /** The one record that begins with a version; null for none, undefined where nobody knows. */
  const recordOf = async (name: string, version: RegExp): Promise<string | null | undefined> => {
    try {
      const records = (await Promise.race([readTxt(name), over.promise])).map((parts) => parts.join(''))
      return records.find((record) => version.test(record)) ?? null
    } catch (error) {
      return NOT_THERE.has(String((error as { code?: unknown }).code)) ? null : undefined
    }
  }
  const [spf, dmarc, dkim] = await Promise.all([
    recordOf(domain, /^v=spf1(\s|$)/i),
    recordOf(`_dmarc.${domain}`, /^v=DMARC1\s*(;|$)/i),
    dkimSelector === '' ? undefined : recordOf(`${dkimSelector}._domainkey.${domain}`, /(^|;)\s*p=/i),
  ])
  clearTimeout(timer)
  return {
    available: true,
    domain,
    spf: judge(spf, (record) => (/(^|\s)-all\b|(^|\s)~all\b|\bredirect=/i.test(record) ? 'pass' : 'warn')),
    dkim: judge(dkim, (record) => (/(^|;)\s*p=\s*(;|$)/i.test(record) ? 'fail' : 'pass')),
    dmarc: judge(dmarc, (record) => (/;\s*p=\s*(quarantine|reject)\b/i.test(record) ? 'pass' : 'warn')),
  }
}

function judge(record: string | null | undefined, of: (record: string) => Verdict): Verdict {
  if (record === undefined) return 'unknown'
  return record === null ? 'fail' : of(record)
}
