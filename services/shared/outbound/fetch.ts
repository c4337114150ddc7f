/** The only HTTP client for addresses that a user, a model or a page can influence. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { ReadableStream } from 'node:stream/web';
import { callbackify } from 'node:util';
import { Agent, buildConnector, fetch, Headers, type RequestInit, Response } from 'undici';
import { defineErrors } from '@zo/errors';
import { isPublicAddress } from './address.js';
import { isOwnAddress } from './own-addresses.js';

export const outboundErrors = defineErrors('outbound', {
  badAddress: [400, 'Only http and https addresses can be opened.'],
  noAddress: [400, 'This is not a web address. One looks like https://example.org/page.'],
  hasPassword: [400, 'This address has a name or password in it. Leave it out.'],
  forbidden: [403, 'The address {host} is not on the public internet.'],
  tooLarge: [502, 'The answer of {host} is longer than anything expected of it.'],
  tooManyRedirects: [502, 'The address redirects too often.'],
});

export interface OutboundPolicy {
  /** Allows private addresses, such as a local model server. Only for the owner of this installation. */
  readonly allowPrivate?: boolean;
  readonly connectTimeoutMs?: number;
  /** A response is aborted after this much silence. */
  readonly idleTimeoutMs?: number;
  readonly maxRedirects?: number;
  /** Maximum size of the decompressed body; reading beyond it throws. */
  readonly maxBytes?: number;
  /** Called when the head of a response and when each piece of its body has arrived. */
  readonly onReceived?: () => void;
}

/** Headers that carry credentials, which are meant only for the original host. */
const CREDENTIALS = [
  'authorization',
  'proxy-authorization',
  'cookie',
  'x-api-key',
  'api-key',
  'x-goog-api-key',
  'x-subscription-token',
];

/** Default limit of a body: the longest model response has a few MB, and an endless one would fill our memory. */
const MAX_BYTES = 64 * 1024 * 1024;
const agents = new Map<string, Agent>();

/**
 * A `fetch` that connects to checked addresses only: literals before connecting, names after resolution and to exactly
 * the checked address. It follows redirects itself, checks each hop, and drops credentials across origins.
 */
export async function outboundFetch(
  address: string | URL,
  init: RequestInit = {},
  policy: OutboundPolicy = {},
): Promise<Response> {
  let url = await checkUrl(address, policy);
  let request: RequestInit = { ...init, redirect: 'manual', dispatcher: agentFor(policy) };
  for (let hop = 0; hop <= (policy.maxRedirects ?? 5); hop++) {
    const response = await fetch(url, request);
    const target = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || !target) return limited(response, url.hostname, policy);
    await response.body?.cancel();
    const next = await checkUrl(new URL(target, url), policy);
    request = redirected(request, response.status, next.origin === url.origin);
    url = next;
  }
  throw outboundErrors.tooManyRedirects();
}

/** Limits the body of a response; reading beyond the limit throws. */
function limited(response: Response, host: string, policy: OutboundPolicy): Response {
  const { status, statusText, headers, body } = response;
  policy.onReceived?.();
  return body ? new Response(upTo(body, host, policy), { status, statusText, headers }) : response;
}

/** One stream that pulls: answers of models come in thousands of pieces, and each further stream costs the same. */
function upTo(
  body: ReadableStream<Uint8Array>,
  host: string,
  { maxBytes = MAX_BYTES, onReceived }: OutboundPolicy,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let bytes = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reader.read();
        if (done) return controller.close();
        onReceived?.();
        bytes += value.byteLength;
        if (bytes > maxBytes) {
          void reader.cancel().catch(() => undefined);
          throw outboundErrors.tooLarge({ host });
        }
        controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}

async function checkUrl(address: string | URL, policy: OutboundPolicy): Promise<URL> {
  if (!URL.canParse(String(address))) throw outboundErrors.noAddress();
  const url = new URL(address);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw outboundErrors.badAddress();
  // fetch refuses these as well, but its error message repeats the password.
  if (url.username || url.password) throw outboundErrors.hasPassword();
  const host = url.hostname.replace(/^\[|\]$/g, '');
  if (!policy.allowPrivate && isIP(host) && !(await isAllowedAddress(host))) throw outboundErrors.forbidden({ host });
  return url;
}

function redirected(request: RequestInit, status: number, sameOrigin: boolean): RequestInit {
  const headers = new Headers(request.headers);
  if (!sameOrigin) for (const name of CREDENTIALS) headers.delete(name);
  const keepsBody = status === 307 || status === 308;
  return keepsBody ? { ...request, headers } : { ...request, headers, method: 'GET', body: undefined };
}

/** Runs a function in the async context in which this module was loaded. */
const outsideOfRequests = AsyncLocalStorage.snapshot();

function agentFor(policy: OutboundPolicy): Agent {
  const { allowPrivate = false, connectTimeoutMs = 10_000, idleTimeoutMs = 120_000 } = policy;
  const key = `${allowPrivate}|${connectTimeoutMs}|${idleTimeoutMs}`;
  const known = agents.get(key);
  if (known) return known;
  // With HTTP/2 all users' requests to a provider would share one connection and fail together.
  const connect = buildConnector({
    allowH2: false,
    timeout: connectTimeoutMs,
    lookup: allowPrivate ? undefined : publicLookup,
  });
  const agent = new Agent({
    // A kept connection outlives the request that opened it, and must not keep its async context with keys in memory.
    connect: (options, callback) => outsideOfRequests(() => connect(options, callback)),
    bodyTimeout: idleTimeoutMs,
    headersTimeout: idleTimeoutMs,
    maxResponseSize: -1,
  });
  agents.set(key, agent);
  return agent;
}

/** Returns true for a public address that is not our own. */
export const isAllowedAddress = async (address: string): Promise<boolean> =>
  isPublicAddress(address) && !(await isOwnAddress(address));

/** Resolves a name and refuses it unless all its addresses are public and not our own. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  callbackify(allowedAddresses)(hostname, options, (error, addresses) => {
    if (error) return callback(error, '', 0);
    if (options.all) return callback(null, addresses);
    callback(null, addresses[0]!.address, addresses[0]!.family);
  });
};

async function allowedAddresses(hostname: string, options: LookupOptions): Promise<LookupAddress[]> {
  const addresses = await lookup(hostname, { ...options, all: true });
  const allowed = await Promise.all(addresses.map(({ address }) => isAllowedAddress(address)));
  if (allowed.length === 0 || allowed.includes(false)) throw outboundErrors.forbidden({ host: hostname });
  return addresses;
}
