/** Sentences of the note editor, shown to users. */
export const NOTE = {
  placeholder: 'Write, or paste Markdown',
  /** ED-03 */
  dates: 'Mention a date',
  noDates: 'No matching dates. Try typing a date or use the calendar.',
  noHeadings: 'Headings of the note are listed here.',
  untitled: 'Untitled',
  openFile: 'Open',
  /** ED-06 */
  imageFailed: 'Failed to load image',
  retry: 'Try again',
  /** ED-10 */
  formulaError: 'KaTeX render error:',
  emptyPreview: 'Nothing here yet. Press Edit and write it.',
  openLink: 'Ctrl+click or ⌘+click opens the link',
  invalidLink: 'This is not a web address. Type one like example.com.',
};
