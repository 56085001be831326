import { HeaderRegions } from '../../wasm/header-regions.ts'
import * as layout from '../../wasm/layout.ts'
import type { KernelModule } from '../../wasm/load-module.ts'
import { passingMemory } from '../../wasm/passing-memory.ts'
import type { ScheduleColumns } from '../schedule-columns.ts'
import type { ColumnSurvey } from './column-survey.ts'

const HEADER = 64

/** Surveys columns in WebAssembly, sixteen bytes at a time. */
export function surveyInWasm(module: KernelModule, columns: ScheduleColumns): ColumnSurvey {
  const regions = new HeaderRegions(HEADER, layout.SURVEY_HEADER_BYTES)
  regions.values(layout.SURVEY_PARENT_ADDRESS, columns.parentIndex)
  regions.values(layout.SURVEY_CALENDAR_ADDRESS, columns.calendarIndex)
  regions.values(layout.SURVEY_DURATION_ADDRESS, columns.durationDays)
  regions.values(layout.SURVEY_OPTIMISTIC_ADDRESS, columns.optimisticDays)
  regions.values(layout.SURVEY_LIKELY_ADDRESS, columns.mostLikelyDays)
  regions.values(layout.SURVEY_PESSIMISTIC_ADDRESS, columns.pessimisticDays)
  regions.values(layout.SURVEY_PLANNED_ADDRESS, columns.plannedStartDay)
  regions.values(layout.SURVEY_STARTED_ADDRESS, columns.actualStartDay)
  regions.values(layout.SURVEY_FINISHED_ADDRESS, columns.actualFinishDay)
  regions.values(layout.SURVEY_PERCENT_ADDRESS, columns.percentComplete)
  regions.values(layout.SURVEY_POINTS_ADDRESS, columns.storyPoints)
  regions.values(layout.SURVEY_LAG_ADDRESS, columns.lagDays)
  regions.values(layout.SURVEY_UNIT_ADDRESS, columns.lagUnit)
  const { buffer, exports } = passingMemory(module, regions.size)
  const header = regions.write(buffer)
  header[layout.SURVEY_TASK_COUNT / 4] = columns.taskCount
  header[layout.SURVEY_LINK_COUNT / 4] = columns.linkCount
  const said = exports.surveyColumns(HEADER)
  return {
    leastParent: header[layout.SURVEY_LEAST_PARENT / 4],
    greatestParent: header[layout.SURVEY_GREATEST_PARENT / 4],
    leastCalendar: header[layout.SURVEY_LEAST_CALENDAR / 4],
    greatestCalendar: header[layout.SURVEY_GREATEST_CALENDAR / 4],
    leastDuration: header[layout.SURVEY_LEAST_DURATION / 4],
    longestDays: header[layout.SURVEY_LONGEST_DAYS / 4],
    greatestPlanned: header[layout.SURVEY_GREATEST_PLANNED / 4],
    leastRecorded: header[layout.SURVEY_LEAST_RECORDED / 4],
    greatestRecorded: header[layout.SURVEY_GREATEST_RECORDED / 4],
    leastLag: header[layout.SURVEY_LEAST_LAG / 4],
    greatestLag: header[layout.SURVEY_GREATEST_LAG / 4],
    hasReversal: (said & layout.SURVEY_HAS_REVERSAL) !== 0,
    hasDisorder: (said & layout.SURVEY_HAS_DISORDER) !== 0,
    hasOddNumber: (said & layout.SURVEY_HAS_ODD_NUMBER) !== 0,
    hasProgress: (said & layout.SURVEY_HAS_PROGRESS) !== 0,
    hasElapsedLag: (said & layout.SURVEY_HAS_ELAPSED_LAG) !== 0,
  }
}
