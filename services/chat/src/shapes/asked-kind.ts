/** What makes a call a question to the user. */
export const ASKED_KINDS = [
  'every-command',
  'budget',
  'destroy',
  'persist',
  'two',
  'publish',
  'first-time',
  'url',
  'command',
  'machine',
  'question',
] as const;
export type AskedKind = (typeof ASKED_KINDS)[number];

/**
 * Whether a yes from outside the app needs a signed-in session: what cannot be taken back, what others would see, and
 * what could carry away what was read. So does what an earlier release has asked, whose kind nobody stored.
 */
export const needsSession = (kind: AskedKind | null): boolean =>
  kind === null || kind === 'two' || kind === 'publish' || kind === 'destroy' || kind === 'machine';
