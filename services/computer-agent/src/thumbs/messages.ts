export interface ThumbToMake {
  /** Longest side in pixels. */
  readonly size: number;
  /** Every model that sees takes JPEG. */
  readonly format: 'webp' | 'jpeg';
}

/** Pixels of an image at most: more need more memory than its program may have. */
export const MAX_PIXELS = 40_000_000;
