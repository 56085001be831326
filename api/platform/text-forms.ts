import ipaddr from 'ipaddr.js'

const USERNAME = /^[\p{L}\p{N}@.+_-]{1,150}$/u
const ADDRESS = /^[^\s@\p{Cc}]{1,64}@[^\s@\p{Cc}]{1,189}$/u
const LABEL = '[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?'
const HOST_NAME = new RegExp(`^(?=.{1,253}$)${LABEL}(?:\\.${LABEL})*\\.?$`, 'i')

export function isUsername(text: string): boolean {
  return USERNAME.test(text)
}

/** Only as strict as mail needs; addresses on plain host names exist. */
export function isMailAddress(text: string): boolean {
  return ADDRESS.test(text)
}

function isIpv6(text: string): boolean {
  return text.includes(':') && ipaddr.IPv6.isValid(text)
}

/** An IP address without brackets, or a name; what looks like an IPv4 address and is none is no name either. */
export function isHost(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || isIpv6(text) || (HOST_NAME.test(text) && !/^[\d.]+$/.test(text))
}

/** `host` or `host:port`; an IPv6 address with a port stands in brackets. */
export function isHostWithPort(text: string): boolean {
  if (isHost(text)) return true
  const [, bracketed, name, port] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? []
  const isPort = port === undefined || (Number(port) >= 1 && Number(port) <= 65_535)
  return isPort && (bracketed === undefined ? isHost(name ?? '') : isIpv6(bracketed))
}
