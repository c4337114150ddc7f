/** `/logout` opened from another site asks first: another page must not be able to sign a user out. */
import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { pageHeaders } from './page.js';

export function logoutPage(response: ServerResponse, signedIn: boolean): void {
  if (!signedIn) {
    response.writeHead(303, { location: '/', 'cache-control': 'no-store' });
    response.end();
    return;
  }
  response.writeHead(200, {
    ...pageHeaders(randomBytes(16).toString('base64')),
    'content-type': 'text/html; charset=utf-8',
  });
  response.end(`<!doctype html><html lang="en">
<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign out</title>
<body style="font:14px/20px system-ui,sans-serif;display:grid;place-items:center;min-height:90vh;color-scheme:light dark">
<form method="post" action="/logout"><p>Sign out of this computer?</p>
<button style="font:inherit;padding:8px 16px">Sign out</button></form></body></html>`);
}
