/** An XML duration of hours, minutes and seconds. */
export function minutesText(minutes: number): string {
  const seconds = Math.round(minutes * 60)
  return `PT${Math.floor(seconds / 3600)}H${Math.floor((seconds % 3600) / 60)}M${seconds % 60}S`
}
