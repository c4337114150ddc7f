// FV-03: user-visible texts of the font viewer.
export const FONT = {
  sample: 'Sample text',
  characters: 'Characters',
  pangram: 'The quick brown fox jumps over the lazy dog',
  alphabet:
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ abcdefghijklmnopqrstuvwxyz 0123456789 ÄÖÜäöüßéèêçñøåæ !?.,:;-–—()[]{}@#%&*+=/€$£',
} as const;
