import { VIEWER } from '../messages';

// FV-01: user-visible texts of the viewer of text that is not UTF-8.
export const ENCODED = {
  unknown: {
    title: VIEWER.noContent,
    hint: 'This is no text in an encoding that can be shown here. Download it to open it in another program.',
  },
  readOnly: (encoding: string) => `Read-only: this text is in ${encoding}. Convert it to UTF-8 to edit it here.`,
  convert: 'Convert to UTF-8',
  converted: 'Converted to UTF-8. The file as it was is among its versions.',
  changed: 'The file was changed meanwhile. Look at it again, then convert it.',
  failed: (detail: string) => `The file was not converted: ${detail}`,
} as const;
