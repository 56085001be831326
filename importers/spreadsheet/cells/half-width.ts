const WIDE = /[\uff01-\uff5e]/

/** Digits, letters and signs of full width as those that everybody reads. */
export function halfWidth(text: string): string {
  return WIDE.test(text) ? text.normalize('NFKC') : text
}
