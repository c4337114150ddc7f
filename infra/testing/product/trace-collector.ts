/** A trace collector for tests: OTLP over HTTP, JSON. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect } from '@jest/globals';
import { eventually } from '@zo/testing';
import { WebSocket } from 'ws';
import type { Person } from './product.js';

interface OtlpSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: { key: string; value: unknown }[];
}

export type Collector = Awaited<ReturnType<typeof startCollector>>;

export async function startCollector() {
  const spans: (OtlpSpan & { readonly service: string })[] = [];
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      for (const { resource, scopeSpans } of (
        body as {
          resourceSpans: {
            resource: { attributes: { key: string; value: { stringValue: string } }[] };
            scopeSpans: { spans: OtlpSpan[] }[];
          }[];
        }
      ).resourceSpans) {
        const service = resource.attributes.find(({ key }) => key === 'service.name')!.value.stringValue;
        for (const scope of scopeSpans) spans.push(...scope.spans.map((span) => ({ ...span, service })));
      }
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Sends a span with a text that must not be in traces. */
export async function leaveSpan({ url }: Collector, text: string): Promise<void> {
  const span = {
    traceId: hex(32),
    spanId: hex(16),
    name: 'left behind',
    attributes: [{ key: 'text', value: { stringValue: text } }],
  };
  const resource = { attributes: [{ key: 'service.name', value: { stringValue: 'test' } }] };
  await fetch(`${url}/v1/traces`, {
    method: 'POST',
    body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans: [{ spans: [span] }] }] }),
  });
}

const ATTRIBUTES = [
  'zo.service',
  'http.request.method',
  'http.route',
  'http.response.status_code',
  'messaging.destination.name',
  'zo.event',
];
const hex = (length: number) => crypto.randomUUID().replaceAll('-', '').padEnd(length, '0').slice(0, length);

/** A trace as a browser starts it. */
function begin(): { traceId: string; spanId: string; traceparent: string } {
  const [traceId, spanId] = [hex(32), hex(16)];
  return { traceId, spanId, traceparent: `00-${traceId}-${spanId}-01` };
}

/**
 * All spans of the browser's trace once it contains `names`; each has its parent in the trace or is a child of the
 * browser's.
 */
async function traceOf(
  { spans }: Collector,
  { traceId, spanId }: ReturnType<typeof begin>,
  names: readonly string[],
): Promise<(name: string) => OtlpSpan> {
  const trace = await eventually(() => {
    const found = spans.filter((span) => span.traceId === traceId);
    if (!names.every((name) => found.some((span) => span.name === name)))
      throw new Error(`so far: ${found.map(({ name }) => name).join(', ')}`);
    return found;
  });
  expect(
    trace.filter(
      ({ parentSpanId }) => parentSpanId !== spanId && !trace.some((other) => other.spanId === parentSpanId),
    ),
  ).toEqual([]);
  return (name) => trace.find((span) => span.name === name)!;
}

/** Expects one connected trace for one action of a user, without private content. */
export async function expectOneTrace(ada: Person, collector: Collector): Promise<void> {
  await ada.json('/api/files/create', { root: 'w', path: ['very private.md'], type: 'note', content: 'private words' });
  const trace = begin();
  const headers = {
    'content-type': 'application/json',
    traceparent: trace.traceparent,
    tracestate: 'private=1',
    baggage: 'private=1',
  };
  const answer = await ada.fetch('/api/files/trash', {
    method: 'POST',
    headers,
    body: JSON.stringify({ items: [{ root: 'w', path: ['very private.md'] }] }),
  });
  expect(answer.status).toBe(200);
  const names = [
    'gateway POST files',
    'files POST /api/files/trash',
    'agent.v1.FileService/Move',
    'chat file.trashed',
  ] as const;
  const named = await traceOf(collector, trace, names);
  expect(named(names[0]).parentSpanId).toBe(trace.spanId);
  expect(named(names[1]).parentSpanId).toBe(named(names[0]).spanId);
  expectNothingPrivate(ada, collector);
}

/** Expects connected traces for opening a terminal, the live events and the stream of an answer. */
export async function expectTracesOfStreams(ada: Person, collector: Collector): Promise<void> {
  const { id } = await ada.json<{ id: string }>('/api/terminals', { cols: 80, rows: 24 });
  const sockets = [
    [
      `/api/terminals/${id}/attach`,
      ['gateway upgrade compute', 'gateway nonce', 'compute upgrade /api/terminals/:id/attach', 'agent attach'],
    ],
    ['/api/ws', ['gateway upgrade files', 'gateway nonce', 'files upgrade /api/ws', 'agent.v1.FileService/Watch']],
  ] as const;
  for (const [path, [first, nonce, service, agent]] of sockets) {
    const trace = begin();
    const socket = new WebSocket(await ada.socketUrl(`${path}?traceparent=${trace.traceparent}`), {
      origin: ada.url,
      headers: { cookie: ada.cookie },
    });
    await once(socket, 'message');
    const named = await traceOf(collector, trace, [first, nonce, service, agent]);
    expect([first, nonce, service, agent].map((name) => named(name).parentSpanId)).toEqual([
      trace.spanId,
      named(first).spanId,
      named(first).spanId,
      named(service).spanId,
    ]);
    expect(named(first).attributes).toContainEqual({ key: 'http.response.status_code', value: { intValue: 101 } });
    socket.terminate();
  }
  const trace = begin();
  const headers = { 'content-type': 'application/json', traceparent: trace.traceparent };
  const answer = await ada.fetch('/api/conversations/new/messages/stream', {
    method: 'POST',
    headers,
    body: JSON.stringify({ model: 'zo/helper', text: 'run echo private words' }),
  });
  expect(await answer.text()).toContain('run.end');
  const named = await traceOf(collector, trace, [
    'gateway POST chat',
    'chat POST /api/conversations/:id/messages/stream',
    'chat follow run',
    'agent.v1.ProcessService/Run',
  ]);
  expect(named('chat follow run').parentSpanId).toBe(named('chat POST /api/conversations/:id/messages/stream').spanId);
  expectNothingPrivate(ada, collector);
}

function expectNothingPrivate(ada: Person, { spans }: Collector): void {
  expect(
    [...new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))].filter(
      (key) => !ATTRIBUTES.includes(key),
    ),
  ).toEqual([]);
  expect(JSON.stringify(spans)).not.toMatch(/private|ada@|correct horse|Bearer|sid=|nonce=/);
  expect(JSON.stringify(spans)).not.toContain(ada.me.claims.id);
}
