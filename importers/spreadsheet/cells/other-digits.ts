/** Digits of Arabic, Persian, Hindi, Bengali and Thai, each a run from zero to nine, and the signs of numbers that go with them. */
const OTHER = /[\u0660-\u0669\u06f0-\u06f9\u0966-\u096f\u09e6-\u09ef\u0e50-\u0e59\u066a-\u066c]/g
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6, 0xe50]
const SIGNS: Readonly<Record<string, string>> = { '٪': '%', '٫': '.', '٬': ',' }

/** `٢٠٢٥/٠٣/١٠`, `۵۰٪`: digits of other scripts as those that everybody reads. */
export function westernDigits(text: string): string {
  return text.replace(OTHER, (sign) => {
    const code = sign.charCodeAt(0)
    const zero = ZEROS.find((from) => code >= from && code < from + 10)
    return zero === undefined ? (SIGNS[sign] ?? sign) : String(code - zero)
  })
}

/** Whether a text has any of them. */
export function hasOtherDigits(text: string): boolean {
  OTHER.lastIndex = 0
  return OTHER.test(text)
}
