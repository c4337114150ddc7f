/** What tests ask a product on a node: its computers, files and terminals. */
import { eventually } from '@zo/testing';
import WebSocket from 'ws';
import type { Person } from '../../product/product.js';
import { describe as stateOf, type Installation } from './installation.js';

export const METRICS_PORT = 9464;
const COMPUTERS = ['get', 'computers', '-A', '-o', 'json'];

interface Listed {
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: { readonly handle: string };
  readonly status?: {
    readonly phase?: string;
    readonly podName?: string;
    readonly podUID?: string;
    readonly podIP?: string;
  };
}

/** The object of a user's computer. @throws with the state of the node when there is none */
export async function computerOf({ node }: Installation, handle: string): Promise<Listed> {
  const { items } = JSON.parse(await node.kubectl(COMPUTERS)) as { items: Listed[] };
  const found = items.find(({ spec }) => spec.handle === handle);
  if (!found) throw new Error(`no computer of ${handle}\n${await stateOf(node)}`);
  return found;
}

/** Waits for a phase: the computer responds a moment before the kubelet reports it as ready. */
export const becomes = (installation: Installation, handle: string, phase: string) =>
  eventually(async () => {
    const computer = await computerOf(installation, handle);
    return computer.status?.phase === phase && computer;
  });

/** Number of registrations of agents that compute has accepted. */
export async function registrations({ node }: Installation): Promise<number> {
  const kubectl = (...args: string[]) => node.kubectl(['--namespace=zo', ...args]);
  const { items } = JSON.parse(
    await kubectl('get', 'pods', '-l', 'app.kubernetes.io/component=compute', '-o', 'json'),
  ) as { items: { metadata: { name: string; deletionTimestamp?: string } }[] };
  const pod = items.find(({ metadata }) => !metadata.deletionTimestamp)!;
  const text = await kubectl(
    'get',
    '--raw',
    `/api/v1/namespaces/zo/pods/${pod.metadata.name}:${METRICS_PORT}/proxy/metrics`,
  );
  return Number(/^zo_computer_registrations_total\{outcome="accepted"\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

export const write = (person: Person, path: string[], content: string) =>
  person.json('/api/files/write', { root: 'w', path, content, base: { any: true } });
export const read = async (person: Person, path: string[]) =>
  (await person.json<{ fileContent?: string; error?: string }>('/api/read-fs', { slug: path, root: 'w' })).fileContent;
/** Output of a command in a new terminal. */
export async function inTerminal(person: Person, line: string, until: RegExp): Promise<string> {
  const { id } = await person.json<{ id: string }>('/api/terminals', { cols: 200, rows: 24 });
  const socket = new WebSocket(await person.socketUrl(`/api/terminals/${id}/attach?from=0`), {
    origin: person.url,
    headers: { cookie: person.cookie },
  });
  let output = '';
  socket.on('message', (data: Buffer, binary) => binary && (output += data.toString('utf8')));
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  socket.send(Buffer.from(`${line}\n`));
  await eventually(() => until.test(output));
  socket.close();
  await person.fetch(`/api/terminals/${id}`, { method: 'DELETE' });
  return output;
}
