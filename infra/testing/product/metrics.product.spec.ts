/** The metrics of the product: enough for operations, without personal data, and independent of the number of users. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { LABELS, registry } from '@zo/metrics';
import { eventually } from '@zo/testing';
import { WebSocket } from 'ws';
import { Person, type Product, startProduct } from './product.js';

let product: Product;
let port: number;
let ada: Person;

beforeAll(async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  port = (server.address() as { port: number }).port;
  await new Promise((resolve) => server.close(resolve));
  product = await startProduct({ environment: { ZO_METRICS_PORT: String(port) } });
  ada = await Person.claim(product);
});
afterAll(() => product?.stop());

const scrape = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
/**
 * Name and labels of every series, without its value. Series of garbage collections are left out, because V8 adds each
 * kind with its first collection.
 */
const series = (text: string) =>
  text
    .split('\n')
    .filter(
      (line) =>
        line &&
        // Node names what it has open at this moment, and what it has collected, by types of its own.
        !/^(#|nodejs_active_|nodejs_gc_duration_seconds\w*\{(le="[^"]+",)?kind="(major|minor|incremental|weakcb)"\})/.test(
          line,
        ),
    )
    .map((line) => line.slice(0, line.lastIndexOf(' ')));

/** A day's worth of user actions. */
async function live(person: Person): Promise<void> {
  await person.json('/api/computer/wake', {});
  await person.json('/api/files/create', { root: 'w', path: [`${person.me.handle}.md`], type: 'note', content: 'x' });
  await person.json('/api/files/list?root=w');
  await person.fetch(`/api/file/${person.me.handle}.md`);
  await person.fetch(`/api/conversations/${crypto.randomUUID()}`);
  await person.fetch(`/api/no/${person.me.handle}`);
  await (await person.post('/api/conversations/new/messages/stream', { text: `run echo ${person.me.handle}` })).text();
  const socket = new WebSocket(await person.socketUrl('/api/ws'), {
    origin: product.url,
    headers: { cookie: person.cookie },
  });
  await once(socket, 'open');
  await eventually(async () => /zo_websockets_open\{service="files"\} [1-9]/.test(await scrape()));
  socket.close();
}

it('S11 the number of series does not grow with the number of users, and none names a user', async () => {
  // First complete everything that happens only once: the claim, and the first invited user.
  await live(ada);
  await live(await Person.invited(product, ada, 'before'));
  await eventually(async () => (await scrape()).includes('zo_websockets_open{service="files"} 0'));
  const before = series(await scrape());
  const people: Person[] = [];
  for (let n = 0; n < 5; n++) people.push(await Person.invited(product, ada, `somebody-${n}`));
  for (const person of people) await live(person);
  const text = await eventually(async () => {
    const now = await scrape();
    if (!now.includes('zo_runs_total{outcome="complete"} 7'))
      throw new Error(
        now
          .split('\n')
          .filter((line) => line.startsWith('zo_runs'))
          .join('; '),
      );
    return now;
  });
  expect(series(text).filter((one) => !before.includes(one))).toEqual([]);
  expect(text).not.toMatch(/somebody|example\.com|[0-9a-f]{8}-[0-9a-f]{4}-/);
  const labels = new Set([...text.matchAll(/[{,](\w+)="/g)].map(([, label]) => label!));
  const usual = ['le', 'kind', 'major', 'minor', 'patch', 'quantile', 'space', 'type', 'version'];
  expect(
    [...labels].filter((label) => !(LABELS as readonly string[]).includes(label) && !usual.includes(label)),
  ).toEqual([]);
  console.log(`metrics: ${before.length} series with 2 people, ${series(text).length} with 7`);
});

it('requests by template and status, tools, runs, wakes, the event log and the process itself have metrics', async () => {
  const text = await scrape();
  const wanted = [
    /zo_http_request_seconds_count\{service="files",method="POST",route="\/api\/files\/create",status="2xx"\} 7\n/,
    /zo_http_request_seconds_count\{service="chat",method="GET",route="\/api\/conversations\/:id",status="4xx"\} 7\n/,
    /zo_http_request_seconds_count\{service="gateway",method="GET",route="none",status="4xx"\} 7\n/,
    /zo_tool_calls_total\{tool="run_bash_command",state="done"\} 7\n/,
    /zo_computer_wake_seconds_count\{outcome="awake"\} 7\n/,
    /zo_computers_connected\{phase="awake"\} 7\n/,
    /zo_events_waiting\{topic="accounts.events.v1",group="compute"\} 0\n/,
    /zo_events_parked\{topic="files.events.v1",group="chat"\} 0\n/,
    /nodejs_eventloop_lag_p99_seconds /,
    /process_resident_memory_bytes /,
  ];
  expect(wanted.filter((line) => !line.test(text))).toEqual([]);
  // All metrics except those of a cluster.
  const exposed = new Set([...text.matchAll(/^# TYPE (zo_\w+) /gm)].map(([, name]) => name));
  expect(
    registry
      .getMetricsAsArray()
      .map(({ name }) => name)
      .filter((name) => name.startsWith('zo_') && !exposed.has(name)),
  ).toEqual([]);
});

it('S11 the gateway does not expose the metrics', async () => {
  const answer = await ada.fetch('/metrics');
  expect(await answer.text()).not.toContain('zo_http_request_seconds');
});
