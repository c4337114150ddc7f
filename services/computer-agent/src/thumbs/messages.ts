export interface ThumbToMake {
  /** Longest side in pixels. */
  readonly size: number;
}

/** Pixels of an image at most: more need more memory than its program may have. */
export const MAX_PIXELS = 40_000_000;
