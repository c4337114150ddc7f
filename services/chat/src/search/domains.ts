import type { SearchQuery } from './search-port.js';

type Domains = Pick<SearchQuery, 'include_domains' | 'exclude_domains'>;

/** The query with the operators of search engines for its domains. */
export function withSites({ query, include_domains = [], exclude_domains = [] }: Domains & { query: string }): string {
  const only = include_domains.map((domain) => `site:${domain}`).join(' OR ');
  const without = exclude_domains.map((domain) => `-site:${domain}`);
  return [query, include_domains.length > 1 ? `(${only})` : only, ...without].filter(Boolean).join(' ');
}

/** True if the domains of a query let this address through. */
export function fromDomains(url: string, { include_domains = [], exclude_domains = [] }: Domains): boolean {
  const host = new URL(url).hostname.replace(/\.$/, '');
  const isBelow = (domain: string) => host === domain || host.endsWith(`.${domain}`);
  return (include_domains.length === 0 || include_domains.some(isBelow)) && !exclude_domains.some(isBelow);
}
