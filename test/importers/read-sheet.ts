import ExcelJS from 'exceljs'
import { readWithPreview } from '../../importers/read-plan.ts'

export function read(content: string | Uint8Array, name = 'plan.csv') {
  const { plan, preview } = readWithPreview(Buffer.from(content), name)
  const says = (words: RegExp) => preview?.warnings.some((warning) => words.test(warning)) === true
  const fields = preview?.columns.map(({ field }) => field)
  return { plan, fields, says, tree: plan.tasks.map((task) => [task.name, task.parent]) }
}

export const lines = (...all: string[]) => `${all.join('\n')}\n`

export async function workbook(fill: (book: ExcelJS.Workbook) => void): Promise<Uint8Array> {
  const book = new ExcelJS.Workbook()
  fill(book)
  return new Uint8Array(await book.xlsx.writeBuffer())
}

export const day = (text: string) => new Date(`${text}T00:00:00Z`)

export const brief = (text: string) => {
  const { plan, preview } = readWithPreview(Buffer.from(text), 'plan.csv', {})
  const links = plan.dependencies.map(
    (link) => `${link.predecessor} ${link.dep_type}${link.lag || ''} ${link.successor}`,
  )
  return { plan, links, warnings: preview?.warnings ?? [], order: preview?.date_order_resolved, preview }
}

type Plan = ReturnType<typeof read>['plan']

const namesOf = ({ tasks }: Plan) => new Map(tasks.map(({ id, name }) => [id, name]))

/** Every task with the one it lies in, by their names. */
export const namedTree = (plan: Plan) =>
  plan.tasks.map(({ name, parent }) => [name, namesOf(plan).get(parent ?? '') ?? null])

/** Every link by the names of its ends. */
export const namedLinks = (plan: Plan) =>
  plan.dependencies.map(
    ({ predecessor, successor }) => `${namesOf(plan).get(predecessor)} > ${namesOf(plan).get(successor)}`,
  )

/** Every task with its planned start and the finish of the file. */
export const datesOf = ({ plan }: { plan: Plan }) =>
  plan.tasks.map((task) => [task.name, task.planned_start, task.source?.finish?.slice(0, 10) ?? null])

/** Every task with its start and finish in the file. */
export const fileDates = (plan: Plan) =>
  plan.tasks.map(({ name, source }) => [
    name,
    source?.start?.slice(0, 10) ?? null,
    source?.finish?.slice(0, 10) ?? null,
  ])
