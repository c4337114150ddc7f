/**
 * The product started as users do (`npm start`, or `npm run dev:cluster`) on an empty data folder. For tests and
 * benchmarks.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { eventually } from '@zo/testing/eventually';
import { Agent, fetch as fetchFrom } from 'undici';
import { freePorts } from '../engines/ports.js';
import { removeFolder } from '../runner/folder.js';

export const checkout = fileURLToPath(new URL('../../..', import.meta.url));

export interface Product {
  readonly url: string;
  readonly data: string;
  readonly port: number;
  /** Output so far. */
  readonly output: () => string;
  /** The process of `npm start`, parent of all others. */
  readonly process: ChildProcess;
  /** Ids of its descendants right now whose command line contains the word. */
  pids(word: string): number[];
  /** Ids of the service processes: one with all services, or in a cluster several of each, or only those of `name`. */
  services(name?: string): number[];
  /** Resolves when all service processes are running and ready again. */
  whole(): Promise<void>;
  /** Process ids of the agents inside its computers, as seen from outside. */
  agents(): number[];
  /** Stops the product with Ctrl-C; with `keep` the data remains for another start. */
  stop(options?: { keep?: boolean }): Promise<void>;
}

export interface ProductOptions {
  readonly data?: string;
  readonly port?: number;
  /** Undefined removes a variable. */
  readonly environment?: Record<string, string | undefined>;
  /** As in a terminal: `npm start` and its children form a process group, which Ctrl-C signals as a whole. */
  readonly terminal?: boolean;
  /** Starts `npm run dev` instead. */
  readonly dev?: boolean;
  /**
   * Starts `npm run dev:cluster` instead: every service as several processes, on real engines. Defaults to true with
   * `ZO_E2E=cluster`.
   */
  readonly cluster?: boolean;
}

/** Shorter than the timeout of test hooks, so that a failed start reports the output instead of a timeout. */
const READY_MS = 240_000;

/** Resolves when the product reports that it is ready. @throws with its output when it ends instead */
export async function startProduct({
  data,
  port,
  environment = {},
  terminal = false,
  dev = false,
  cluster = !dev && process.env['ZO_E2E'] === 'cluster',
}: ProductOptions = {}): Promise<Product> {
  const folder = data ?? mkdtempSync(join(tmpdir(), 'zo-product-'));
  const number = port ?? (await freePorts(1))[0]!;
  const env = {
    ...process.env,
    NODE_OPTIONS: '',
    ZO_PREBUILT: '1',
    ZO_CHECK_ANSWERS: '1',
    ZO_COMPUTER_IMAGE: 'none',
    // Products of other tests would want the same port.
    ZO_SMTP_PORT: '0',
    ZO_DATA: folder,
    PORT: String(number),
    ZO_LOG_LEVEL: 'warn',
    ...environment,
  };
  const child = spawn(
    process.execPath,
    [join(checkout, 'infra/apps/launcher/start.mjs'), ...(dev ? ['--dev'] : []), ...(cluster ? ['--cluster'] : [])],
    { cwd: checkout, env, stdio: ['ignore', 'pipe', 'pipe'], detached: terminal },
  );
  let output = '';
  const ready = new Promise<void>((resolve, reject) => {
    const read = (text: Buffer) => {
      output += String(text);
      if (output.includes('is ready after')) resolve();
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`npm start ended with ${code}:\n${output}`)));
    setTimeout(
      () => reject(new Error(`npm start was not ready after ${READY_MS / 1_000} s:\n${output}`)),
      READY_MS,
    ).unref();
  });
  await ready;
  const url = `http://localhost:${number}`;
  const atFirst = servicesOf(folder).length;
  return {
    url,
    data: folder,
    port: number,
    output: () => output,
    process: child,
    pids: (word) => processesOf(folder, word),
    services: (name) => servicesOf(folder, name),
    whole: () => untilWhole(url, () => servicesOf(folder).length >= atFirst),
    agents: () => agentsOf(child.pid!),
    stop: (options) => stop(child, { folder, keep: options?.keep ?? false, terminal }),
  };
}

async function untilWhole(url: string, isComplete: () => boolean): Promise<void> {
  const health = () =>
    fetch(`${url}/api/health`).then(
      (answer) => answer.json() as Promise<{ status: string }>,
      () => undefined,
    );
  for (const deadline = Date.now() + 240_000; Date.now() < deadline; await delay(50))
    if (isComplete() && (await health())?.status === 'ready') return;
  throw new Error('what was killed did not come back');
}

async function stop(
  child: ChildProcess,
  { folder, keep, terminal }: { folder: string; keep: boolean; terminal: boolean },
): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  if (child.exitCode === null && child.signalCode === null) {
    if (terminal) process.kill(-child.pid!, 'SIGINT');
    else child.kill('SIGINT');
    await ended;
  }
  if (!keep) removeFolder(folder);
}

/** Processes whose environment or command line names the data folder. */
export function processesOf(folder: string, word = ''): number[] {
  const found: number[] = [];
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const command = readProc(name, 'cmdline');
    const belongs = command.includes(folder) || readProc(name, 'environ').includes(`ZO_DATA=${folder}\0`);
    if (belongs && command.includes(word) && Number(name) !== process.pid) found.push(Number(name));
  }
  return found;
}

const servicesOf = (folder: string, name = '[a-z]+') =>
  processesOf(folder, 'infra/dist/').filter((pid) =>
    new RegExp(`infra/dist/service(s\\.mjs|\\.mjs\0(${name})\0)`).test(readProc(String(pid), 'cmdline')),
  );

function agentsOf(ancestor: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc'))
    if (/^\d+$/.test(name)) parents.set(Number(name), Number(/^PPid:\s+(\d+)/m.exec(readProc(name, 'status'))?.[1]));
  const descends = (pid: number | undefined): boolean =>
    pid !== undefined && (pid === ancestor || descends(parents.get(pid)));
  const agents = [...parents.keys()].filter(
    (pid) => /^[^\0]*node\0.*agent\.mjs/.test(readProc(String(pid), 'cmdline')) && descends(pid),
  );
  // A program that an agent starts has its command line for a moment.
  return agents.filter((pid) => !agents.includes(parents.get(pid)!));
}

function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}

/** A signed-in user: `fetch` with their session cookie. */
export class Person {
  private constructor(
    readonly url: string,
    readonly cookie: string,
    readonly me: { claims: { id: string }; handle: string },
  ) {}

  /** Creates the owner of a new installation with the claim link. */
  static async claim(product: Pick<Product, 'url' | 'data'>, handle = 'ada'): Promise<Person> {
    const token = readFileSync(join(product.data, 'secrets', 'claim-token'), 'utf8');
    const body = { token, email: `${handle}@example.com`, password: 'correct horse', handle };
    return Person.enter(product.url, 'claim', { body });
  }

  /** Creates another user with an invitation of the owner. */
  static invited(_product: Product, owner: Person, handle: string): Promise<Person> {
    return owner.invite(handle);
  }

  static async signIn(
    product: Pick<Product, 'url'>,
    handle: string,
    { email = `${handle}@example.com`, password = 'correct horse' } = {},
  ): Promise<Person> {
    return Person.enter(product.url, 'sign-in', { body: { email, password } });
  }

  private static async enter(
    url: string,
    door: string,
    { body, from }: { body: Record<string, unknown>; from?: string },
  ): Promise<Person> {
    const dispatcher = from === undefined ? undefined : new Agent({ localAddress: from, connect: { family: 4 } });
    const answer = await fetchFrom(`${url}/api/auth/${door}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      ...(dispatcher && { dispatcher }),
    });
    if (!answer.ok) throw new Error(`${door}: ${answer.status} ${await answer.text()}`);
    const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
    const me = (await answer.json()) as Person['me'];
    await dispatcher?.close();
    return new Person(url, cookie, me);
  }

  /**
   * Creates another user; for the owner only. `from` is the loopback address of the request: each address may sign up
   * ten users a minute.
   */
  async invite(handle: string, from?: string): Promise<Person> {
    const { code } = await this.json<{ code: string }>('/api/admin/invitations', {});
    const body = { email: `${handle}@example.com`, password: 'correct horse', handle, invitation: code };
    return Person.enter(this.url, 'sign-up', { body, from });
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('cookie', this.cookie);
    return fetch(this.url + path, { ...init, headers });
  }

  post(path: string, body: unknown, method = 'POST'): Promise<Response> {
    return this.fetch(path, { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  }

  /** GET without a body, POST with one. @throws unless the response is 2xx */
  async json<T>(path: string, body?: unknown): Promise<T> {
    const answer = await (body === undefined ? this.fetch(path) : this.post(path, body));
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  }

  /** The user's computer, which is made soon after the account. */
  computer(): Promise<{ id: string; state: string }> {
    return eventually(() => this.json<{ id: string; state: string }>('/api/computer'));
  }

  /** Address of a websocket with a new one-time token. */
  async socketUrl(path: string): Promise<string> {
    const { token } = await this.json<{ token: string }>('/api/tokens/wss-nonce', {});
    return `${this.url.replace('http', 'ws')}${path}${path.includes('?') ? '&' : '?'}nonce=${token}`;
  }
}
