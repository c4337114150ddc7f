/** FT-14: the sentences of the search page. */
export const SEARCH = {
  title: 'Search',
  placeholder: 'Search names and contents',
  clear: 'Clear the search',
  exact: 'Exact phrase',
  files: 'Files',
  chats: 'Chats',
  showAll: 'Show all',
  start: 'Find files by their names and contents',
  startHint: 'Quote words that stand together, and put a minus before a word to leave it out.',
  nothing: 'No results found',
  nothingHint: (query: string) => `Searched your files and chats for “${query}”.`,
  failed: 'Couldn’t search your files. Try again.',
  incomplete: 'Your files are still being indexed. Some may be missing.',
  searching: 'Searching…',
  commands: 'Commands',
} as const;
