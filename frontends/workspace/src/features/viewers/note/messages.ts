/** Sentences of the note editor, shown to users. */
export const NOTE = {
  placeholder: 'Write, or paste Markdown',
  /** ED-03 */
  dates: 'Mention a date',
  noDates: 'No matching dates. Try typing a date or use the calendar.',
  invalidLink: 'This is not a web address. Type one like example.com.',
};
