import type { Condition, Problem } from './model/workbook';

const RAW = '“Raw editor” shows the text, and nothing in it was changed.';

/** SH-01: why a file is not shown as a sheet. */
export const PROBLEM: Readonly<Record<Problem, { title: string; hint: string }>> = {
  empty: { title: 'This file is empty', hint: 'Start a sheet in it, or paste its content into the “Raw editor”.' },
  'not-json': { title: 'This file is no valid JSON', hint: `A comma, a quote or a bracket is missing. ${RAW}` },
  'no-worksheets': {
    title: 'There are no worksheets in this file',
    hint: `A sheet file has a list named “worksheets”. ${RAW}`,
  },
  'no-rows': {
    title: 'The rows of this sheet can’t be read',
    hint: `“data” has to be a list of rows, each a list of cells. ${RAW}`,
  },
};

export const SHEET = {
  cut: (rows: string, columns: string) =>
    `Only the first ${rows} rows and ${columns} columns are shown. “Raw editor” has all of them.`,
  stopped: 'A formula takes too long, so results are missing. Change it, or calculate again.',
} as const;

/** SH-01: conditions of a filter. */
export const CONDITIONS: Readonly<Record<Condition['operator'], string>> = {
  contains: 'contains',
  equals: 'equals',
  greater: 'is greater than',
  less: 'is less than',
  empty: 'is empty',
  filled: 'is not empty',
};

export const FILTER = {
  empty: 'Empty cells',
  nothing: 'No value matches. Search for another one.',
  more: (count: number) => `These are the first ${count} values. Search for others.`,
  rows: (shown: string, all: string) => `${shown} of ${all} rows`,
} as const;

/** SH-01: what merging and sorting say. */
export const AREA = {
  merged: (values: string, kept: string) => `The merged cell keeps the value of ${kept}. Removed: ${values}.`,
  sortMerged: 'These rows share merged cells, so they can’t be sorted. Unmerge the cells first.',
} as const;

export const PASTE = {
  tooLarge: 'This is too much to paste at once. Paste it in parts, or upload its file and convert that.',
  tooMany: 'These are too many cells to copy at once. Copy them in parts.',
} as const;

/** What errors of formulas mean. */
export const ERRORS: Readonly<Record<string, string>> = {
  '#CYCLE!': 'This formula reads its own result. Change one of the cells it refers to.',
  '#LIMIT!': 'This formula reads too many cells. Refer to a smaller range.',
  '#ERROR!': 'This formula can’t be read. Look for a missing bracket, quote or comma.',
  '#NAME?': 'There is no function or name like this.',
  '#REF!': 'This formula refers to a cell or worksheet that is gone.',
  '#DIV/0!': 'This divides by zero or by an empty cell.',
  '#VALUE!': 'A value has the wrong type, for example text instead of a number.',
  '#N/A': 'What this looks for was not found.',
  '#NUM!': 'This number is out of range.',
};
