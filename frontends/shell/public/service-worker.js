// Keeps the code of the app for times without a network: the page opens, shows what it has and keeps edits.
// Nothing personal is stored here: answers of the API never pass through.
const CACHE = 'zo-app-1';
const PAGE = '/';
const MAX_FILES = 400;

const isPage = (pathname) => /^\/(f|settings|system|search)(\/|$)/.test(pathname);
const isHashed = (pathname) => /\.[0-9a-f]{8,}\.|\/static\/font\//.test(pathname);
const isCode = (pathname) => /^\/(static|remotes|icons)\//.test(pathname) || pathname === '/mf-manifest.json';

self.addEventListener('install', (event) => {
  self.skipWaiting();
  // Requests of the API never wait for this worker to start, where the browser can route them.
  if (event.addRoutes)
    event.waitUntil(event.addRoutes([{ condition: { urlPattern: { pathname: '/api/*' } }, source: 'network' }]));
});

self.addEventListener('activate', (event) => event.waitUntil(activate()));

async function activate() {
  for (const name of await caches.keys()) if (name !== CACHE) await caches.delete(name);
  // The page is requested while this worker starts.
  await self.registration.navigationPreload?.enable();
  await self.clients.claim();
  await fetchInto(PAGE).catch(() => undefined);
}

async function fetchInto(address) {
  const response = await fetch(address);
  if (response.ok) await (await caches.open(CACHE)).put(address, response.clone());
  return response;
}

/** The newest page; the stored one without a network. All addresses of the app are the same page. */
async function page({ preloadResponse, request }) {
  const cache = await caches.open(CACHE);
  try {
    const response = (await preloadResponse) ?? (await fetch(request));
    const isApp = response.ok && (response.headers.get('content-type') ?? '').startsWith('text/html');
    if (isApp) await cache.put(PAGE, response.clone());
    return response;
  } catch (error) {
    const stored = await cache.match(PAGE);
    if (stored) return stored;
    throw error;
  }
}

/** Hashed files never change, so the stored one is used at once. */
async function hashed(request) {
  const cache = await caches.open(CACHE);
  const stored = await cache.match(request);
  if (stored) return stored;
  const response = await fetch(request);
  if (response.status === 200) {
    await cache.put(request, response.clone());
    await trim(cache);
  }
  return response;
}

/** The oldest files belong to earlier versions of the app. */
async function trim(cache) {
  const stored = await cache.keys();
  for (const old of stored.slice(0, Math.max(0, stored.length - MAX_FILES))) await cache.delete(old);
}

/** Manifests and entry files, whose content changes under the same address. */
async function newest(request) {
  const cache = await caches.open(CACHE);
  try {
    const response = await fetch(request);
    if (response.ok) await cache.put(request, response.clone());
    return response;
  } catch (error) {
    const stored = await cache.match(request);
    if (stored) return stored;
    throw error;
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== self.location.origin || request.headers.has('range')) return;
  if (request.mode === 'navigate') {
    if (isPage(pathname)) event.respondWith(page(event));
  } else if (isCode(pathname)) event.respondWith(isHashed(pathname) ? hashed(request) : newest(request));
});

// News while no page is looked at. The server encrypts them for this browser.
self.addEventListener('push', (event) => event.waitUntil(tell(event.data?.json() ?? {})));

/** Who looks at a page sees it there; a test is shown in any case. */
async function tell({ title = 'Zo', text = '', url = '/f', tag }) {
  const windows = await self.clients.matchAll({ type: 'window' });
  if (tag !== 'test' && windows.some((page) => page.visibilityState === 'visible')) return;
  await self.registration.showNotification(title, { body: text, tag, data: { url }, icon: '/icons/apple-touch.png' });
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data?.url ?? '/f'));
});

/** In the page that is open, if there is one. */
async function open(address) {
  const url = new URL(address, self.location.origin);
  if (url.origin !== self.location.origin) return;
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (!page) return void (await self.clients.openWindow(url.href));
  await page.focus();
  await page.navigate(url.href);
}
