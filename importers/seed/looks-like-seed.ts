/** Whether a JSON document is a program seed and no plan: both say their version at the top, in words of their own. */
export function looksLikeSeed(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  // Nearly every plan ends here, without being decoded.
  if (!buffer.includes('"schema_version"')) return false
  const text = new TextDecoder().decode(bytes)
  return /"schema_version"\s*:\s*"/.test(text) && !/"format"\s*:\s*"svc-/.test(text)
}
