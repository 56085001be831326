// The words of PMXML for what tables of XER say in codes.

export const ACTIVITY_KINDS: Readonly<Record<string, string>> = {
  'task dependent': 'TT_Task',
  'resource dependent': 'TT_Rsrc',
  'start milestone': 'TT_Mile',
  'finish milestone': 'TT_FinMile',
  'level of effort': 'TT_LOE',
  'wbs summary': 'TT_WBS',
}

export const ACTIVITY_STATUSES: Readonly<Record<string, string>> = {
  'not started': 'TK_NotStart',
  'in progress': 'TK_Active',
  completed: 'TK_Complete',
}

export const PERCENT_KINDS: Readonly<Record<string, string>> = {
  duration: 'CP_Drtn',
  physical: 'CP_Phys',
  units: 'CP_Units',
}

export const RELATION_KINDS: Readonly<Record<string, string>> = {
  'finish to start': 'PR_FS',
  'start to start': 'PR_SS',
  'finish to finish': 'PR_FF',
  'start to finish': 'PR_SF',
}

export const CONSTRAINT_KINDS: Readonly<Record<string, string>> = {
  'as late as possible': 'CS_ALAP',
  'start on': 'CS_MSO',
  'start on or after': 'CS_MSOA',
  'start on or before': 'CS_MSOB',
  'finish on': 'CS_MEO',
  'finish on or after': 'CS_MEOA',
  'finish on or before': 'CS_MEOB',
  'mandatory start': 'CS_MANDSTART',
  'mandatory finish': 'CS_MANDFIN',
}
