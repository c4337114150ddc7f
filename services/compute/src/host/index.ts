/**
 * The computer host: keeps the computers of this machine running while services restart. It runs in the launcher and
 * ends with it. It needs nothing but Node's own modules and the issuer of agent tokens.
 */
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { Image } from './image.js';
import { Machine } from './machine.js';
import { canBindOpenFolders, whyForbidden } from './probe.js';
import { canRehearse } from './rehearsal.js';
import { Quota } from './quota.js';
import {
  checkBeginning,
  checkSpec,
  type ComputerHost,
  type ComputerHostOptions,
  type ComputerSpec,
  type HostEvent,
  type RunningComputer,
} from './spec.js';
import { type WayOutAnswer, type WayOutQuestion, WayOutQuestions } from './way-out-questions.js';

export type { ComputerHost, ComputerHostOptions, ComputerSpec, RunningComputer } from './spec.js';

const MAX_BODY = 64 * 1024;
const UUID = /^[0-9a-f-]{36}$/;

interface Entry {
  machine?: Machine;
  readonly starting: Promise<{ machine: Machine; running: RunningComputer }>;
  running: RunningComputer | null;
  stopping?: Promise<void>;
}

class Host {
  private readonly computers = new Map<string, Entry>();
  private readonly questions = new WayOutQuestions();
  /** Connected processes of compute in order of their connection; the first is the chosen one. */
  private readonly followers = new Set<ServerResponse>();
  private readonly forbidden: Promise<string>;
  private readonly canBind: Promise<boolean>;
  private readonly canCopy: Promise<boolean>;
  private closed = false;

  constructor(
    private readonly options: ComputerHostOptions,
    private readonly image: Image,
  ) {
    this.forbidden = whyForbidden(options);
    this.canBind = canBindOpenFolders(options);
    this.canCopy = canRehearse(options.dataFolder);
  }

  list(): RunningComputer[] {
    return [...this.computers.values()].flatMap(({ running }) => (running ? [running] : []));
  }

  find(id: string): { state: 'awake'; running: RunningComputer } | { state: 'waking' | 'stopping' } | undefined {
    const entry = this.computers.get(id);
    if (entry?.running) return { state: 'awake', running: entry.running };
    return entry && { state: entry.stopping ? 'stopping' : 'waking' };
  }

  /** Concurrent calls share one start. */
  async start(spec: ComputerSpec): Promise<RunningComputer> {
    const known = this.computers.get(spec.id);
    if (known && !known.stopping) return (await known.starting).running;
    await known?.stopping;
    if (known) return this.start(spec);
    if (this.closed) throw new Error('The host is ending.');
    const entry: Entry = { starting: this.begin(spec), running: null };
    this.computers.set(spec.id, entry);
    try {
      const { machine, running } = await entry.starting;
      entry.machine = machine;
      entry.running = running;
      this.emit({ type: 'started', running });
      return running;
    } catch (error) {
      this.computers.delete(spec.id);
      throw error;
    }
  }

  private async begin(spec: ComputerSpec): Promise<{ machine: Machine; running: RunningComputer }> {
    const onEnd = (id: string) => this.ended(id);
    const forbidden = await this.forbidden;
    return Machine.start(spec, {
      options: this.options,
      image: this.image.current,
      forbidden,
      canClose: !forbidden && (await this.canBind),
      canRehearse: !forbidden && (await this.canBind) && (await this.canCopy),
      onEnd,
      ask: (question) => this.ask(question),
    });
  }

  private ended(id: string): void {
    const running = this.computers.get(id)?.running;
    if (!running) return;
    this.computers.delete(id);
    this.emit({ type: 'gone', id, startedAt: running.startedAt, asked: false });
  }

  private emit(event: HostEvent): void {
    for (const follower of this.followers) follower.write(`${JSON.stringify(event)}\n`);
  }

  /** Asks the chosen process, which has the ways out of the computers. */
  ask(question: WayOutQuestion): Promise<WayOutAnswer> {
    return this.questions.ask(this.followers.values().next().value, question);
  }

  answered(number: number, answer: WayOutAnswer): void {
    this.questions.answer(number, answer);
  }

  /** Computers whose agent answers, for the disk quota. */
  machines(): Machine[] {
    return [...this.computers.values()].flatMap(({ running, machine }) => (running && machine ? [machine] : []));
  }

  /** `asked`: the caller also announces that the computer sleeps now. */
  async stop(id: string, asked = true): Promise<void> {
    const entry = this.computers.get(id);
    if (!entry) return;
    const { machine, running } = await entry.starting;
    // It no longer runs from now on: a caller that asks meanwhile waits for the end, then starts it anew.
    entry.running = null;
    if (!entry.stopping) this.emit({ type: 'gone', id, startedAt: running.startedAt, asked });
    await (entry.stopping ??= machine.stop());
    this.computers.delete(id);
  }

  /**
   * Writes a line per event until the caller disconnects. When the chosen follower is gone, however it ended, the next
   * one is chosen.
   */
  follow(response: ServerResponse): void {
    const chosen = () => this.followers.values().next().value;
    const choose = () => chosen()?.write(`${JSON.stringify({ type: 'chosen' } satisfies HostEvent)}\n`);
    response.writeHead(200, { 'content-type': 'application/x-ndjson' });
    response.flushHeaders();
    this.followers.add(response);
    if (chosen() === response) choose();
    response.once('close', () => {
      const wasChosen = chosen() === response;
      this.followers.delete(response);
      this.questions.lost(response);
      if (wasChosen) choose();
    });
  }

  async close(): Promise<void> {
    this.closed = true;
    await Promise.all([...this.computers.keys()].map((id) => this.stop(id).catch(() => undefined)));
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  let text = '';
  for await (const chunk of request as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8');
    if (text.length > MAX_BODY) throw new Error('too large');
  }
  return JSON.parse(text);
}

interface Answering {
  readonly host: Host;
  readonly quota: Quota;
}

async function answer({ host, quota }: Answering, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const reply = (status: number, body: unknown) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  const [, what, id, action, commandId] = (request.url ?? '').split('/');
  const route = `${request.method} /${what}${action ? `/${action}` : ''}`;
  if (route === 'GET /computers' && !id) reply(200, host.list());
  else if (route === 'GET /computers' && id) reply(200, { found: host.find(id) });
  else if (route === 'GET /uncounted') reply(200, { count: quota.uncounted });
  else if (route === 'GET /events') host.follow(response);
  else if (route === 'POST /computers') reply(200, await host.start(checkSpec(await readBody(request))));
  else if (route === 'POST /computers/stop' && id) {
    await host.stop(id);
    reply(200, {});
  } else if (route === 'POST /computers/commands' && id && !commandId)
    reply(200, await host.ask({ kind: 'begin', id, beginning: checkBeginning(await readBody(request)) }));
  else if (route === 'DELETE /computers/commands' && id && commandId && UUID.test(commandId))
    reply(200, await host.ask({ kind: 'end', id, commandId }));
  else if (route === 'POST /answers' && id) {
    host.answered(Number(id), (await readBody(request)) as WayOutAnswer);
    reply(200, {});
  } else reply(404, { message: 'no such address' });
}

/** Starts the host: removes the run folders of an earlier one, and listens on its socket. */
export async function startComputerHost(options: ComputerHostOptions): Promise<ComputerHost> {
  const run = join(options.dataFolder, 'run');
  for (const folder of [
    join(options.dataFolder, 'homes'),
    run,
    join(options.dataFolder, 'cache'),
    dirname(options.socketPath),
  ])
    mkdirSync(folder, { recursive: true, mode: 0o711 });
  for (const name of readdirSync(run))
    if (/^c\d+$/.test(name)) rmSync(join(run, name), { recursive: true, force: true });
  const image = new Image(options);
  const host = new Host(options, image);
  const quota = new Quota({
    folder: join(options.dataFolder, 'homes'),
    running: () => host.machines(),
    stop: (id) => host.stop(id, false),
    onError: options.onError ?? (() => undefined),
  });
  const server = createServer((request, response) => {
    answer({ host, quota }, request, response).catch((error: Error) => {
      if (!response.headersSent)
        response.writeHead(503, { 'content-type': 'application/json' }).end(JSON.stringify({ message: error.message }));
    });
  });
  rmSync(options.socketPath, { force: true });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(options.socketPath, resolve));
  chmodSync(options.socketPath, 0o600);
  image.prepare();
  return {
    close: async () => {
      quota.close();
      image.close();
      server.close();
      server.closeAllConnections();
      await host.close();
    },
  };
}
