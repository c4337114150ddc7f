import { shortcutText } from '@zo/web/ui';

/** Sentences of the note editor, shown to users. */
export const NOTE = {
  placeholder: 'Write, or paste Markdown',
  /** ED-03 */
  dates: 'Mention a date',
  noDates: 'No matching dates. Try typing a date or use the calendar.',
  calendar: 'Calendar',
  calendarDay: 'Day in the calendar',
  noHeadings: 'Headings of the note are listed here.',
  untitled: 'Untitled',
  task: 'Item',
  footnote: (name: string) => `Footnote ${name}`,
  toolArguments: (slug: string) => `Arguments of ${slug}`,
  noTool: 'Your computer has no tool of this name.',
  /** ED-06 */
  imageFailed: 'Failed to load image',
  imageApart: (path: string) =>
    `Your picture is saved as “${path}”, but its note could not be changed. Add it there with @.`,
  retry: 'Try again',
  imageUpload: {
    staged: 'Uploading…',
    uploading: 'Uploading…',
    waiting: 'Waiting for the connection…',
    complete: 'Uploaded',
    failed: 'Upload failed',
    'needs-file': 'Choose the file again in the list of uploads',
  },
  removeImage: 'Remove the image',
  /** ED-02 */
  image: 'Image',
  imageHint: (host: string) => `Nothing is loaded from ${host} until you get the picture.`,
  getImage: 'Get the picture',
  gettingImage: 'Getting it…',
  imagesKept: (count: number) =>
    count === 1 ? 'The picture is kept in Images' : `${count} pictures are kept in Images`,
  getOthers: (count: number) => (count === 1 ? 'Get the other one' : `Get the other ${count}`),
  addCaption: 'Add a caption',
  caption: 'Caption of the image',
  imageWidth: 'Width of the image',
  /** ED-10 */
  formulaError: 'KaTeX render error:',
  diagramError: 'Mermaid diagram error:',
  diagramHint: 'Edit the diagram or ask Zo to fix it.',
  emptyPreview: 'Nothing here yet. Press Edit and write it.',
  /** ED-02 */
  showEmbed: 'Show the page',
  openEmbed: 'Open in a new tab',
  embedHint: (host: string) => `Nothing is loaded from ${host} until you show it.`,
  noEmbeds: 'This installation has no address for pages of other sites. Open the page in a new tab.',
  noCitation: 'No citation found.',
  openLink: `${shortcutText('Mod')}+click or ${shortcutText('Mod+Enter')} opens the link`,
  invalidLink: 'This is not a web address. Type one like example.com.',
};
