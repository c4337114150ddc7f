// FV-01, FV-02: user-visible texts of the viewers.
export const VIEWER = {
  askZo: 'Ask Zo',
  nothingSelected: 'Nothing is selected. Select some text, then ask again.',
  noData: 'File data not available.',
  noContent: 'No content available',
  binary: 'Binary file preview not available',
  noTable: 'Unable to display table data',
  unknown: 'Unable to display file content for this type.',
  noTranscript: 'Unable to display transcript',
  zopage: 'Zo Pages feature has been discontinued. Look in /home/space for legacy page files',
  error: (message: string) => `Error: ${message}`,
  imageFailed: 'Failed to load image',
} as const;

const DOWNLOAD = 'Download it to try another app.';

/** Why a file that was read as a whole cannot be shown. */
export const UNREADABLE = {
  damaged: { title: (noun: string) => `This ${noun} is damaged and can’t be shown here.`, hint: DOWNLOAD },
  empty: { title: (noun: string) => `This ${noun} is empty.`, hint: 'It has no content yet.' },
  'too-large': { title: (noun: string) => `This ${noun} is too large to be shown here.`, hint: DOWNLOAD },
  unreachable: {
    title: (noun: string) => `This ${noun} could not be read to its end.`,
    hint: 'Check your connection and try again.',
  },
} as const;
