/** A collector of traces as operations have one: OTLP over HTTP, JSON. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { expect } from '@jest/globals';
import { eventually } from '@zo/shared/testing';
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
      for (const { resource, scopeSpans } of (body as { resourceSpans: { resource: { attributes: { key: string; value: { stringValue: string } }[] }; scopeSpans: { spans: OtlpSpan[] }[] }[] }).resourceSpans) {
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

const ATTRIBUTES = ['zo.service', 'http.request.method', 'http.route', 'http.response.status_code', 'messaging.destination.name', 'zo.event'];
const hex = (length: number) => crypto.randomUUID().replaceAll('-', '').padEnd(length, '0').slice(0, length);

/** One action of a person, and what is told of it. */
export async function expectOneTrace(ada: Person, { spans }: Collector): Promise<void> {
  await ada.json('/api/files/create', { root: 'w', path: ['very private.md'], type: 'note', content: 'private words' });
  const [traceId, spanId] = [hex(32), hex(16)];
  const headers = { 'content-type': 'application/json', traceparent: `00-${traceId}-${spanId}-01`, tracestate: 'private=1', baggage: 'private=1' };
  const answer = await ada.fetch('/api/files/trash', { method: 'POST', headers, body: JSON.stringify({ items: [{ root: 'w', path: ['very private.md'] }] }) });
  expect(answer.status).toBe(200);
  const names = ['gateway POST files', 'files POST /api/files/trash', 'agent.v1.FileService/Move', 'chat file.trashed'];
  const trace = await eventually(() => {
    const found = spans.filter((span) => span.traceId === traceId);
    if (!names.every((name) => found.some((span) => span.name === name))) throw new Error(`so far: ${found.map(({ name }) => name).join(', ')}`);
    return found;
  });
  const named = (name: string) => trace.find((span) => span.name === name)!;
  expect(named(names[0]!).parentSpanId).toBe(spanId);
  expect(named(names[1]!).parentSpanId).toBe(named(names[0]!).spanId);
  // Every span hangs together with the browser's.
  expect(trace.filter(({ parentSpanId }) => parentSpanId !== spanId && !trace.some((other) => other.spanId === parentSpanId))).toEqual([]);
  expect([...new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))].filter((key) => !ATTRIBUTES.includes(key))).toEqual([]);
  expect(JSON.stringify(spans)).not.toMatch(/private|ada@|correct horse|Bearer|sid=/);
  expect(JSON.stringify(spans)).not.toContain(ada.me.claims.id);
}
