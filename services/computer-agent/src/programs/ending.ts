/** How a program ended; both are null when it could not be started. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** What a program does to itself: V8 without memory, a decoder that crashed, processor time that is used up. */
const BY_ITSELF: ReadonlySet<string> = new Set([
  'SIGABRT',
  'SIGTRAP',
  'SIGILL',
  'SIGSEGV',
  'SIGBUS',
  'SIGFPE',
  'SIGXCPU',
]);

/**
 * It came to no answer for reasons that are not in its input: the kernel needed its memory, or no process could start.
 */
export const isEndedByOthers = ({ code, signal }: Ending): boolean => code === null && !BY_ITSELF.has(signal ?? '');
