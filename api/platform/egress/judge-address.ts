import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The cloud's own wire server, which looks like any public address. */
const REFUSED_V4 = new Set(['168.63.129.16'])

const cidr = (text: string) => ipaddr.IPv6.parseCIDR(text)
/** The only IPv6 space that is given out, and the parts of it that are not for the public. */
const GLOBAL_V6 = cidr('2000::/3')
const REFUSED_V6 = [cidr('2001::/23'), cidr('2001:db8::/32'), cidr('2002::/16'), cidr('3fff::/20')]
/** Forms that carry an IPv4 address in their last four bytes and are judged by it. */
const EMBEDDING_V6 = [cidr('::ffff:0:0/96'), cidr('64:ff9b::/96')]

/** Whether an address, in the plain notation only, may be connected to. Whatever is not known to be public is not. */
export function isPublicAddress(text: string): boolean {
  const family = isIP(text)
  if (family === 4) return isPublicV4(ipaddr.IPv4.parse(text))
  if (family !== 6 || text.includes('%')) return false
  const address = ipaddr.IPv6.parse(text)
  if (EMBEDDING_V6.some((range) => address.match(range))) {
    return isPublicV4(new ipaddr.IPv4(address.toByteArray().slice(12)))
  }
  return address.match(GLOBAL_V6) && !REFUSED_V6.some((range) => address.match(range))
}

function isPublicV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !REFUSED_V4.has(address.toString())
}

/** One spelling for each address, so that two can be compared. */
export function normalAddress(text: string): string {
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : text
}
