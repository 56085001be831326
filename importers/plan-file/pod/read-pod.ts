import type { ImportLimits } from '../../plan/import-limits.ts'
import { ImportRefusal } from '../../plan/import-refusal.ts'
import type { RawProject, RawTask } from '../raw-project.ts'
import { readMspdi } from '../xml/read-mspdi.ts'

/** What the planner writes between its own objects and the same plan as Project XML. */
const BEFORE_XML = '@@@@@@@@@@ProjectLibreSeparator_MSXML@@@@@@@@@@'

/** Reads a ProjectLibre file: behind objects that only Java can load stands the plan in Project XML. */
export function readPod(bytes: Uint8Array, limits: ImportLimits): RawProject {
  const at = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).indexOf(BEFORE_XML, 0, 'latin1')
  if (at < 0) {
    const detail =
      'the file holds nothing but Java objects, as OpenProj and the first ProjectLibre wrote them; open it in ProjectLibre and save it again, or export it as Microsoft Project XML'
    throw new ImportRefusal('unsupported_format', detail)
  }
  const project = readMspdi(bytes.subarray(at + BEFORE_XML.length), limits)
  for (const task of project.tasks) tellWhatHappened(task)
  return { ...project, header: { ...project.header, format: 'pod', application: 'ProjectLibre' } }
}

/** The planner leaves actual dates out of this XML; work that has begun began where it stands. */
function tellWhatHappened(task: RawTask): void {
  if (task.percentComplete <= 0 || task.isSummary || task.actualStart !== null) return
  task.actualStart = task.start
  if (task.percentComplete >= 100) task.actualFinish ??= task.finish
}
