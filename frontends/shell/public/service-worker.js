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
    // A page with answers of the API (gateway, page.ts) is not stored.
    if (isApp && !response.headers.has('zo-early')) await cache.put(PAGE, response.clone());
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
async function tell({ title = 'Zo', text = '', url = '/f', tag, ask }) {
  const windows = await self.clients.matchAll({ type: 'window' });
  if (tag !== 'test' && windows.some((page) => page.visibilityState === 'visible')) return;
  // A yes is not offered here: what is asked has to be seen first.
  const actions = ask ? [LOOK, NO] : [];
  await self.registration.showNotification(title, {
    body: text,
    tag,
    data: { url, ask },
    actions,
    icon: '/icons/apple-touch.png',
  });
}

const LOOK = { action: 'look', title: 'Look at it' };
const NO = { action: 'no', title: 'No' };

self.addEventListener('notificationclick', (event) => {
  const { action, notification } = event;
  const { url = '/f', ask } = notification.data ?? {};
  notification.close();
  if (action === 'no' && ask) event.waitUntil(refuse(notification.title, ask));
  else if (action === 'look' && ask) event.waitUntil(self.clients.openWindow(ownAddress(ask.path)));
  else event.waitUntil(open(url));
});

/** Answers without a page. */
async function refuse(title, { path, page }) {
  const answered = await fetch(ownAddress(path), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ decision: 'deny', page }).toString(),
  }).catch(() => undefined);
  // 410: it was answered before, or too late, which is a no as well.
  if (answered?.ok || answered?.status === 410) return;
  await self.registration.showNotification(title, {
    body: 'Your no did not arrive. Open it and try again.',
    data: { url: path },
    icon: '/icons/apple-touch.png',
  });
}

/** An address of this site, whatever is given. */
function ownAddress(address) {
  const url = new URL(address, self.location.origin);
  return url.origin === self.location.origin ? url.href : self.location.origin;
}

/** In the page that is open, if there is one. */
async function open(address) {
  const href = ownAddress(address);
  const [page] = await self.clients.matchAll({ type: 'window' });
  if (!page) return void (await self.clients.openWindow(href));
  await page.focus();
  await page.navigate(href);
}
