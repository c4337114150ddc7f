import { fileHref, parseAddress } from '@zo/web/paths';
import { FreshRoutes } from './fresh-routes';

/** RT-05: how long the pointer rests on a link or a row before its route is loaded. */
const HOVER_MS = 150;

/** The route that a link, or a row of the tree or of a listing, leads to. */
function routeAt(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined;
  const element = target.closest<HTMLElement>('[data-location], a[href]');
  if (element instanceof HTMLAnchorElement) return routeOf(element);
  const address = element?.dataset['location'];
  // A machine of the user's own is not asked for more than is opened.
  return address && /^[ws]\//.test(address) ? fileHref(parseAddress(address)) : undefined;
}

function routeOf(link: HTMLAnchorElement): string | undefined {
  const opensHere = link.origin === window.location.origin && link.target === '' && !link.hasAttribute('download');
  return opensHere ? link.pathname + link.search : undefined;
}

/** Whether the browser was told to load as little as possible. */
const savesData = () => (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

/**
 * Calls `prefetch` with each route whose link or row a pointer rests on, or whose link has the focus, at most once in
 * the time that it stays fresh. Returns how to stop.
 */
export function startPrefetching(prefetch: (route: string) => void): () => void {
  const routes = new FreshRoutes();
  let resting: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const rest = (event: Event) => {
    if (event instanceof PointerEvent && event.pointerType === 'touch') return;
    const route = routeAt(event.target);
    if (route === resting) return;
    resting = route;
    clearTimeout(timer);
    if (!route || savesData()) return;
    timer = setTimeout(() => {
      const { pathname, search } = window.location;
      if (route !== pathname + search && routes.take(route)) prefetch(route);
    }, HOVER_MS);
  };
  document.addEventListener('pointerover', rest, { passive: true });
  document.addEventListener('focusin', rest);
  return () => {
    clearTimeout(timer);
    document.removeEventListener('pointerover', rest);
    document.removeEventListener('focusin', rest);
  };
}
