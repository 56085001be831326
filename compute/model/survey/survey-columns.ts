import { chooseKernel, type Kernel } from '../../wasm/choose-kernel.ts'
import type { ScheduleColumns } from '../schedule-columns.ts'
import type { ColumnSurvey } from './column-survey.ts'
import { surveyInTypeScript } from './ts-survey.ts'
import { surveyInWasm } from './wasm-survey.ts'

/** How far the columns reach as they are now. */
export function surveyColumns(columns: ScheduleColumns, kernel: Kernel = chooseKernel()): ColumnSurvey {
  return kernel.module === null ? surveyInTypeScript(columns) : surveyInWasm(kernel.module, columns)
}
