import type { ImportedPlan } from '../../importers/plan/imported-plan.ts'
import { readPlan } from '../../importers/read-plan.ts'

/** A plan of one task, for questions about one element. */
export function onePlan(taskXml: string, projectXml = ''): ImportedPlan {
  const xml = `<Project><StartDate>2026-03-02T08:00:00</StartDate>${projectXml}<Tasks>${taskXml}</Tasks></Project>`
  return readPlan(Buffer.from(xml), 'one.xml')
}
