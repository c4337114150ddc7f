/** Terminals, new computers, waking and memory. */
import { spawn } from '@lydell/node-pty';
import { WebSocket } from 'ws';
import { Person, type Product, processesOf } from '../testing/product/product.js';
import { familyOf, pssOf } from './memory.js';
import { median, print, quantile, time, times } from './report.js';

async function attach(product: Product, ada: Person, id: string) {
  const socket = new WebSocket(await ada.socketUrl(`/api/terminals/${id}/attach?from=0`), {
    origin: product.url,
    headers: { cookie: ada.cookie },
    perMessageDeflate: false,
  });
  const state = { text: '', bytes: 0, acknowledged: 0 };
  socket.on('message', (data: Buffer, binary) => {
    if (!binary) return;
    state.bytes += data.length;
    state.text = (state.text + data.toString('latin1')).slice(-4_000);
    if (state.bytes - state.acknowledged < 262_144) return;
    state.acknowledged = state.bytes;
    socket.send(JSON.stringify({ type: 'ack', seq: state.bytes }));
  });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const until = async (wanted: () => boolean) => {
    while (!wanted()) await new Promise((resolve) => setImmediate(resolve));
  };
  return { socket, state, until, type: (text: string) => socket.send(Buffer.from(text)) };
}

/** Latency of a key and its echo, and a hundred megabytes of output; the baseline is a bare pty. */
export async function terminal(product: Product, ada: Person): Promise<void> {
  const { id } = await ada.json<{ id: string }>('/api/terminals', { cols: 80, rows: 24 });
  const view = await attach(product, ada, id);
  view.type('head -c 100000000 /dev/zero | tr "\\0" x | fold -w 99 > /tmp/hundred; stty -echoctl; echo re""ady\r');
  await view.until(() => view.state.text.includes('ready'));
  view.type('cat\r');
  await new Promise((resolve) => setTimeout(resolve, 200));
  const echoes = await times(300, async () => {
    const before = view.state.bytes;
    view.type('a');
    await view.until(() => view.state.bytes > before);
  });
  view.type('\u0003');
  print({ area: 'terminal', name: 'echo, p50', ours: median(echoes), unit: 'ms', goal: '≤ 3 ms' });
  print({ area: 'terminal', name: 'echo, p95', ours: quantile(echoes, 0.95), unit: 'ms', goal: 'printed' });
  const floor = await time(barePty);
  const ours = await time(async () => {
    view.type('cat /tmp/hundred; echo do""ne\r');
    await view.until(() => view.state.text.includes('done'));
  });
  print({
    area: 'terminal',
    name: 'cat of 100 MB',
    ours: ours / 1000,
    floor: floor / 1000,
    unit: 's',
    goal: '≤ 1.3 × a bare pty',
  });
  view.socket.close();
  await ada.fetch(`/api/terminals/${id}`, { method: 'DELETE' });
}

/** The baseline: the same output through a pty of this process, discarded. */
function barePty(): Promise<void> {
  return new Promise((resolve) => {
    const child = spawn('bash', ['-c', 'head -c 100000000 /dev/zero | tr "\\0" x | fold -w 99'], {
      cols: 80,
      rows: 24,
      encoding: null,
    });
    child.onData(() => undefined);
    child.onExit(() => resolve());
  });
}

/** Time to the first response of a new computer, without the sign-up itself. */
export async function computers(product: Product, ada: Person): Promise<void> {
  const fresh = await times(6, async (n) => {
    const person = await Person.invited(product, ada, `new${n}`);
    await person.json('/api/read-fs', { root: 'w', slug: [] });
  });
  const signUps = await times(2, (n) => Person.invited(product, ada, `only${n}`));
  print({
    area: 'computer',
    name: 'new, sign-up taken off, p50',
    ours: median(fresh) - median(signUps),
    unit: 'ms',
    goal: '≤ 500 ms',
  });
}

/** Time from sleep to the first response. The product runs with an idle timeout of a fraction of a second. */
export async function wake(_product: Product, ada: Person): Promise<void> {
  const waking: number[] = [];
  for (let n = 0; n < 20; n++) {
    while ((await ada.computer()).state !== 'asleep') await new Promise((resolve) => setTimeout(resolve, 50));
    waking.push(await time(() => ada.json('/api/read-fs', { root: 'w', slug: [] })));
  }
  print({ area: 'wake', name: 'asleep to first answer, p50', ours: median(waking), unit: 'ms', goal: '≤ 400 ms' });
}

/** Memory of the whole stack at rest, and of one awake computer. */
export async function memory(product: Product): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  const all = processesOf(product.data);
  const agents = processesOf(product.data, 'agent.mjs').filter((pid) => familyOf(pid).length >= 1);
  const sandboxes = new Set(processesOf(product.data, 'bwrap').flatMap(familyOf).concat(agents));
  const awake = sandboxes.size === 0 ? 0 : pssOf([...sandboxes]);
  print({
    area: 'memory',
    name: 'stack without computers',
    ours: pssOf(all.filter((pid) => !sandboxes.has(pid))),
    unit: 'MB',
    goal: '≤ 700 MB with one computer',
  });
  print({ area: 'memory', name: 'awake computers together', ours: awake, unit: 'MB', goal: '≤ 70 MB each' });
}
