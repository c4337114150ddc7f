import type { SearchKind } from '../../api/web-search.endpoints';

/** Label and required field of each search service. */
export const SEARCH_KINDS: Record<SearchKind, { label: string; address?: string; hint: string }> = {
  brave: { label: 'Brave', hint: 'Key from api-dashboard.search.brave.com' },
  tavily: { label: 'Tavily', hint: 'Key from app.tavily.com' },
  exa: { label: 'Exa', hint: 'Key from dashboard.exa.ai. It finds pages, but no images' },
  searxng: {
    label: 'SearXNG',
    address: 'https://search.example.com',
    hint: 'Your own server, without a key. Its settings.yml needs json in the list of formats',
  },
};

export const SEARCH_ORDER = Object.keys(SEARCH_KINDS) as SearchKind[];
