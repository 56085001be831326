/** Records of a workbook that are read ([MS-XLS]); the others are passed over by their lengths. */
export const RECORD = {
  formula: 0x0006,
  /** By the numbers of Excel 3 and 4, which some programs still write. */
  formula3: 0x0206,
  formula4: 0x0406,
  end: 0x000a,
  dateMode: 0x0022,
  filePass: 0x002f,
  font: 0x0031,
  continue: 0x003c,
  codePage: 0x0042,
  sheetOptions: 0x0081,
  sheet: 0x0085,
  palette: 0x0092,
  rkNumbers: 0x00bd,
  blanks: 0x00be,
  richText: 0x00d6,
  style: 0x00e0,
  merged: 0x00e5,
  strings: 0x00fc,
  sharedText: 0x00fd,
  blank: 0x0201,
  number: 0x0203,
  text: 0x0204,
  flagOrError: 0x0205,
  formulaText: 0x0207,
  row: 0x0208,
  rkNumber: 0x027e,
  format: 0x041e,
  begin: 0x0809,
  styleChecksum: 0x087c,
  styleExtension: 0x087d,
} as const

/** How the workbook is written: since Excel 97, or as Excel 5 and 95 did. */
export type BiffVersion = 5 | 8
