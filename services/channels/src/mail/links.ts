/** Links of answers in a mail: what leads to a page or a file of the installation in a chat does so from anywhere. */
import { targetOf } from '@zo/proto/location/links';

/** Undefined: it leads nowhere. */
export function absoluteLink(href: string, site: string): string | undefined {
  const target = targetOf(href);
  if (target.kind === 'none') return undefined;
  if (target.kind === 'web') return target.href;
  if (target.kind === 'app') return new URL(target.to, site).href;
  const { root, path } = target.location;
  return new URL(['/f', root, ...path.map(encodeURIComponent)].join('/'), site).href;
}
