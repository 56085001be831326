import { calendarCollection, exceptionCollection } from './calendar-resources.ts'

export const calendarRoutes = [...calendarCollection, ...exceptionCollection]
