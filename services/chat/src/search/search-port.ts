/** The port to a web search, whichever service the user has connected. */
export const TIME_RANGES = ['anytime', 'day', 'week', 'month', 'year'] as const;
export const TOPICS = ['general', 'news'] as const;
export const MAX_HITS = 20;

export interface SearchQuery {
  readonly query: string;
  readonly time_range: (typeof TIME_RANGES)[number];
  readonly topic: (typeof TOPICS)[number];
  /** Host names; a hit is on one of them or below it. */
  readonly include_domains?: readonly string[];
  readonly exclude_domains?: readonly string[];
  /** At most `MAX_HITS`. */
  readonly limit: number;
}

/** What a search found. Texts are one line each, of bounded length, and written by strangers. */
export interface Hit {
  /** http or https. */
  readonly url: string;
  readonly title: string;
  readonly text: string;
  /** `2026-11-25`, if the service knows it. */
  readonly published?: string;
}

export interface ImageHit {
  /** Address of the image, http or https. */
  readonly url: string;
  readonly title: string;
  /** The page it is on, if the service knows it. */
  readonly page?: string;
}

export type ImageQuery = Pick<SearchQuery, 'query' | 'limit'>;

export interface SearchPort {
  /** @throws SearchError */
  search(query: SearchQuery, signal: AbortSignal): Promise<Hit[]>;
  /** Undefined if the service finds no images. */
  readonly images?: (query: ImageQuery, signal: AbortSignal) => Promise<ImageHit[]>;
}
