/** When a run that failed is tried again: pure, so that every row is a test. */
const MINUTE_MS = 60_000;
const PAUSES_MS = [MINUTE_MS, 5 * MINUTE_MS, 25 * MINUTE_MS];

export interface Failed {
  /** How often it was tried again. */
  readonly attempt: number;
  /** Its user ran it, and sees for themselves. */
  readonly manual: boolean;
  /** It began; what could not begin needs its user. */
  readonly hasBegun: boolean;
  /** A tool was called, which may have done something that must not happen twice. */
  readonly hasActed: boolean;
}

/** Milliseconds until the next attempt; undefined: none. */
export const retryAfter = ({ attempt, manual, hasBegun, hasActed }: Failed): number | undefined =>
  manual || !hasBegun || hasActed ? undefined : PAUSES_MS[attempt];
