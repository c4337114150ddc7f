// AP-01
export const APPEARANCE = {
  custom: 'Custom',
  fresh: 'New',
  replaced: 'Your own colours were replaced',
  undo: 'Undo',
} as const;
