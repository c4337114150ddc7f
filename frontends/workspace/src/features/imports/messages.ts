import type { DriveFile } from '../../api/imports.endpoints';

// User-visible texts of the imports, by requirement.
const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;

export const IMPORT = {
  // IM-02
  driveTitle: 'Import from Google Drive',
  driveRoot: 'My Drive',
  driveNote: 'Comments, suggestions and sharing stay in Google.',
  exceeds: (size: string) => `File exceeds ${size} limit`,
  openFolder: 'Open to choose files',
  notExportable: 'Google has no file for this',
  arrivals: {
    as_is: 'As it is',
    markdown: 'Markdown, from Docs',
    excel: 'Excel, from Sheets',
    powerpoint: 'PowerPoint, from Slides',
    image: 'Picture, from Drawings',
  } satisfies Record<NonNullable<DriveFile['arrivesAs']>, string>,
  // IM-03
  notionTitle: 'Import from Notion',
  notionRoot: 'Workspace',
  notionNote: 'Pages arrive as Markdown. What is lost is listed in a report beside them.',
  openDatabase: 'Open to choose pages',
  markdown: 'Markdown',
  // IM-04
  driveFailed: 'Failed to load files',
  notionFailed: 'Failed to load pages',
  again: 'Try again',
  imported: (filename: string) => `Successfully imported ${filename}`,
  alsoImported: (filename: string, more: number) => `Successfully imported ${filename} and ${more} more`,
  reports: (reports: readonly string[]) => `What could not be kept is in ${reports.join(', ')}`,
  itemFailed: (name: string, reason: string) => `Failed to import ${name}: ${reason}`,
  failed: (reason: string) => `Failed to import items: ${reason}`,
  unknown: 'Unknown error',

  settings: 'Open Connections',
  search: 'Search in this folder',
  clear: 'Clear the search',
  sort: { name: 'Name', modified: 'Modified', size: 'Size' },
  sortBy: (field: string) => `Sort by ${field}`,
  ascending: 'Ascending',
  descending: 'Descending',
  arrivesAs: 'Arrives as',
  all: 'Select all that are shown',
  select: (name: string) => `Select ${name}`,
  shown: (n: number, what: string) => count(n, what),
  match: (n: number, all: number) => `${n} of ${all} match`,
  more: 'There is more than is shown here.',
  empty: 'Nothing in here',
  noMatch: 'Nothing matches',
  into: (folder: string) => `Into ${folder}`,
  selected: (n: number, size: string) => (size ? `${n} selected, ${size}` : `${n} selected`),
  cancel: 'Cancel',
  stop: 'Stop',
  import: (n: number, what: string) => (n === 0 ? 'Import' : `Import ${count(n, what)}`),
  progress: (done: number, all: number) => `Importing, ${done} of ${all} done`,
} as const;
