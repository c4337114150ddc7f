/** A connected search service: its kind, address and key. */
export const SEARCH_KINDS = ['searxng', 'brave', 'tavily', 'exa'] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** The key is in plain text here: never store, log or send on this object. */
export interface SearchConnection {
  readonly kind: SearchKind;
  readonly baseUrl: string | null;
  readonly apiKey: string;
  /** Whether private addresses are allowed; true only for the owner of the installation. */
  readonly allowPrivate: boolean;
}

export const SEARCH_LABELS: Record<SearchKind, string> = {
  searxng: 'SearXNG',
  brave: 'Brave',
  tavily: 'Tavily',
  exa: 'Exa',
};

const DEFAULT_URLS: Record<SearchKind, string> = {
  searxng: '',
  brave: 'https://api.search.brave.com',
  tavily: 'https://api.tavily.com',
  exa: 'https://api.exa.ai',
};

export const endpoint = ({ kind, baseUrl }: Pick<SearchConnection, 'kind' | 'baseUrl'>, path: string): URL =>
  new URL(`${(baseUrl || DEFAULT_URLS[kind]).replace(/[?#].*$/, '').replace(/\/+$/, '')}${path}`);
