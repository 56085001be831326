import { createHmac } from 'node:crypto'

export interface Signatures {
  /** Covers the time as well, so that a receiver can refuse what was recorded and sent again. */
  readonly 'X-Svc-Signature-V2': string
  /** Of the body alone; kept until 1.0. */
  readonly 'X-Svc-Signature': string
}

/** Signs the bytes that are sent with the bytes of the secret. */
export function signDelivery(secret: string, unixSeconds: number, body: string): Signatures {
  const hex = (text: string) => createHmac('sha256', secret).update(text, 'utf8').digest('hex')
  return {
    'X-Svc-Signature-V2': `t=${unixSeconds},v1=${hex(`${unixSeconds}.${body}`)}`,
    'X-Svc-Signature': `sha256=${hex(body)}`,
  }
}
