// The words of PMXML for what tables of XER say in codes.

export const ACTIVITY_KINDS: Readonly<Record<string, string>> = {
  'Task Dependent': 'TT_Task',
  'Resource Dependent': 'TT_Rsrc',
  'Start Milestone': 'TT_Mile',
  'Finish Milestone': 'TT_FinMile',
  'Level of Effort': 'TT_LOE',
  'WBS Summary': 'TT_WBS',
}

export const ACTIVITY_STATUSES: Readonly<Record<string, string>> = {
  'Not Started': 'TK_NotStart',
  'In Progress': 'TK_Active',
  Completed: 'TK_Complete',
}

export const PERCENT_KINDS: Readonly<Record<string, string>> = {
  Duration: 'CP_Drtn',
  Physical: 'CP_Phys',
  Units: 'CP_Units',
}

export const RELATION_KINDS: Readonly<Record<string, string>> = {
  'Finish to Start': 'PR_FS',
  'Start to Start': 'PR_SS',
  'Finish to Finish': 'PR_FF',
  'Start to Finish': 'PR_SF',
}

export const CONSTRAINT_KINDS: Readonly<Record<string, string>> = {
  'As Late As Possible': 'CS_ALAP',
  'Start On': 'CS_MSO',
  'Start On or After': 'CS_MSOA',
  'Start On or Before': 'CS_MSOB',
  'Finish On': 'CS_MEO',
  'Finish On or After': 'CS_MEOA',
  'Finish On or Before': 'CS_MEOB',
  'Mandatory Start': 'CS_MANDSTART',
  'Mandatory Finish': 'CS_MANDFIN',
}

/** Tables of what people's own fields are of. */
export const SUBJECT_AREAS: Readonly<Record<string, string>> = { Activity: 'TASK', WBS: 'PROJWBS', Resource: 'RSRC' }

/** The code for a word, whatever its capitals. */
export function codeOfWord(names: Readonly<Record<string, string>>, word: string): string | undefined {
  const lower = word.toLowerCase()
  const known = Object.keys(names).find((name) => name.toLowerCase() === lower)
  return known === undefined ? undefined : names[known]
}

/** The word for a code; the code itself where there is none. */
export function wordOfCode(names: Readonly<Record<string, string>>, code: string): string {
  return Object.keys(names).find((name) => names[name] === code) ?? code
}
