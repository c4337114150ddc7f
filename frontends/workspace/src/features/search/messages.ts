import { formatNumber } from '@zo/web/format';

/** Files that are counted; of more, nobody knows how many they are. */
export const MAX_COUNT = 1_000;

/** FT-14: the sentences of the search page. */
export const SEARCH = {
  title: 'Search',
  placeholder: 'Search names and contents',
  clear: 'Clear the search',
  cancel: 'Cancel',
  case: 'Match case',
  word: 'Whole word',
  regex: 'Regular expression',
  order: 'Order',
  orders: { best: 'Best match', newest: 'Newest first', name: 'By name' },
  exact: 'Exact phrase',
  files: 'Files',
  chats: 'Chats',
  showAll: 'Show all',
  start: 'Find files by their names and contents',
  startHint: 'Quote words that stand together, and put a minus before a word to leave it out.',
  nothing: 'No results found',
  nothingHint: (query: string) => `Searched your files and chats for “${query}”.`,
  nothingInFiles: (query: string) => `Searched your files for “${query}”.`,
  failed: 'Couldn’t search your files. Try again.',
  notValid: 'This search can’t be read',
  incomplete: 'Your files are still being indexed. Some may be missing.',
  timedOut: 'The search took too long and was ended. There may be more: search in a folder, or for more of the text.',
  firstOf: (shown: number, total: number) =>
    `These are the first ${shown} of ${total < MAX_COUNT ? total : 'more than 1,000'} files. ` +
    'Choose a kind, a folder or a date above to see fewer, or type another word.',
  searching: 'Searching…',
  commands: 'Commands',
  preview: 'Preview',
  folder: 'Open the folder to see what is in it',
  previous: 'Previous place',
  next: 'Next place',
  open: 'Open',
} as const;

/** FT-14: the sentences of replacing in files. */
export const REPLACE = {
  toggle: 'Replace in files',
  notByAuthor: 'Replacing looks at the files of everybody. Choose anyone first.',
  placeholder: 'Replace with',
  groups: 'Replace with ($1 for a group)',
  start: 'Type what to replace',
  nothing: 'Nothing to replace',
  looking: 'Looking for every place…',
  list: 'Places to replace',
  file: (name: string) => `Replace in ${name}`,
  hit: (line: number, text: string) => `Replace in line ${line}: ${text}`,
  more: (count: string) => `${count} more`,
  moreFiles: (count: string) => `Show ${count} more`,
  submit: (hits: string, files: string) => `Replace ${hits} in ${files}`,
  running: (done: number, total: number) => `${formatNumber(done)} of ${formatNumber(total)} files`,
  cancel: 'Cancel',
  done: (hits: string, files: string) => `Replaced ${hits} in ${files}`,
  undone: (files: string) => `Took it back in ${files}`,
  undo: 'Undo',
  failed: 'Nothing was replaced',
  left: (files: string) => `Left as they are: ${files}`,
  because: (name: string, reason: string) => `${name}: ${reason}`,
  leftOut: (files: string) => `${files} can’t be changed here`,
  why: {
    'too-large': 'the file or a place in it is too large',
    'not-text': 'it is not UTF-8 text',
    changed: 'it was changed meanwhile',
  },
  cut: 'Only the first 10,000 places are shown. Replace these, then search again for the rest.',
  bounds: 'Files over 64 MB and deleted files are left out.',
} as const;
