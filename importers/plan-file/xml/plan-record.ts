/** An element with the wanted parts of its content, whichever way the file was read. Leaves go by number. */
export interface PlanRecord {
  readonly name: string
  readonly children: readonly PlanRecord[]
  /** Trimmed text, null when empty or absent. */
  text(leaf: number): string | null
  /** Text with the blanks at its ends, null when there is nothing else or none. */
  verbatim(leaf: number): string | null
  /** A finite number written in full. */
  number(leaf: number): number | null
  flag(leaf: number, whenAbsent: boolean): boolean
  /** A local date-time `YYYY-MM-DDTHH:MM:SS`. */
  dateTime(leaf: number): string | null
  /** Minutes of an XML duration. */
  minutes(leaf: number): number | null
}

export type Leaves = Readonly<Record<string, number>>

export type RecordShape = {
  /** Child elements whose text is kept, numbered from 0. */
  leaves: Leaves
  /** Child elements that are records themselves, or containers that pass through to them. */
  children?: Readonly<Record<string, RecordShape>>
}

type Words<S extends string> = S extends `${infer Line}
${infer Rest}`
  ? Words<Line> | Words<Rest>
  : S extends `${infer First} ${infer Rest}`
    ? First | Words<Rest>
    : S

/** Numbers names that are separated by a blank or a line's end. */
export function numbered<const S extends string>(names: S): Readonly<Record<Words<S>, number>> {
  return Object.fromEntries(names.split(/[ \n]/).map((name, index) => [name, index])) as Record<Words<S>, number>
}

export const CONTAINER_LEAVES: Leaves = {}

/** The shape of an element that only wraps records of interest. */
export function container(children: Record<string, RecordShape>): RecordShape {
  return { leaves: CONTAINER_LEAVES, children }
}
