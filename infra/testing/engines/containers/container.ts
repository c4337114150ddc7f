/**
 * Runs a real engine as a container with its data in a folder of this machine. Loaded only where containers are chosen.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { GenericContainer, getContainerRuntimeClient, type StartedTestContainer, Wait } from 'testcontainers';
import type { Engine, EngineSpec } from '../engine.js';
import { imageOf } from './images.js';

const READY_MS = 120_000;
const END_MS = 10_000;
const KEPT_OUTPUT = 200;

type ContainerSpec = EngineSpec & { readonly container: NonNullable<EngineSpec['container']> };

/** @throws Error with the last output of the engine that did not start */
export async function startContainer(spec: ContainerSpec): Promise<Engine> {
  const { name, folder, env, ready, container } = spec;
  const [program, ...args] = container.command;
  const output: string[] = [];
  const id = `zo-${container.image}-${randomUUID()}`;
  try {
    const started = await new GenericContainer(imageOf(container.image))
      .withName(id)
      .withEntrypoint([program!])
      .withCommand(args)
      .withEnvironment(env ?? {})
      .withExposedPorts({ container: container.port, host: container.port })
      .withBindMounts([{ source: folder, target: folder }])
      // The caller of `stop` must be able to remove the files.
      .withUser(`${process.getuid!()}:${process.getgid!()}`)
      .withLogConsumer((stream) => stream.on('data', (chunk: Buffer) => keepLast(output, chunk)))
      // A published port accepts connections before the engine does, so a port is asked over HTTP.
      .withWaitStrategy(
        typeof ready === 'number'
          ? Wait.forHttp('/', ready).forStatusCodeMatching(() => true)
          : Wait.forLogMessage(ready),
      )
      .withStartupTimeout(READY_MS)
      .start();
    const engine = new EngineContainer(spec, started);
    await engine.refresh();
    return engine;
  } catch (error) {
    await removeContainer(id, output).catch(() => undefined);
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${name} did not start: ${reason}\n${output.join('').trim() || '(no output)'}`, { cause: error });
  }
}

/** testcontainers neither reads the output of a container that ended at once nor removes that container. */
async function removeContainer(id: string, output: string[]): Promise<void> {
  const { container: client } = await getContainerRuntimeClient();
  const container = client.getById(id);
  await container.inspect();
  await container.kill().catch(() => undefined);
  output.length = 0;
  for await (const chunk of await client.logs(container)) keepLast(output, chunk as string);
  await container.remove({ force: true, v: true });
}

function keepLast(output: string[], chunk: Buffer | string): void {
  output.push(String(chunk));
  if (output.length > KEPT_OUTPUT) output.shift();
}

class EngineContainer implements Engine {
  pid = 0;
  /** Signals are sent in order; the next other call waits for them and reports a failure. */
  private signals: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly spec: EngineSpec,
    private readonly started: StartedTestContainer,
  ) {}

  get name(): string {
    return this.spec.name;
  }

  get folder(): string {
    return this.spec.folder;
  }

  get host(): string {
    const host = this.started.getHost();
    return host === 'localhost' ? '127.0.0.1' : host;
  }

  signal(signal: NodeJS.Signals): void {
    this.signals = this.signals.then(() => this.send(signal));
    this.signals.catch(() => undefined);
  }

  async kill(): Promise<void> {
    await this.signals;
    if (!(await this.state()).Running) return;
    await this.send('SIGKILL');
    await (await this.container()).wait();
  }

  /**
   * Not the restart of testcontainers: that one asks for output since the time of the start, which the container engine
   * takes after the process may have written it.
   */
  async restart(): Promise<void> {
    await this.resume();
    const container = await this.container();
    if ((await this.state()).Running) await container.stop({ t: this.timeout / 1_000 });
    const before = await this.readyLines();
    await container.start();
    await this.untilReady(before);
    await this.refresh();
  }

  async stop(): Promise<void> {
    try {
      await this.resume();
    } finally {
      await this.started.stop({ timeout: this.timeout });
      if (!this.spec.keep) rmSync(this.folder, { recursive: true, force: true, maxRetries: 20 });
    }
  }

  /** Reads the id of the process, which changes with each start. */
  async refresh(): Promise<void> {
    this.pid = (await this.state()).Pid;
  }

  private async untilReady(before: number): Promise<void> {
    const { ready, name } = this.spec;
    const deadline = Date.now() + READY_MS;
    for (;;) {
      if (typeof ready === 'number' ? await this.answers(ready) : (await this.readyLines()) > before) return;
      const { Running, ExitCode } = await this.state();
      if (!Running) throw new Error(`${name} did not restart: ended with ${ExitCode}`);
      if (Date.now() > deadline) throw new Error(`${name} was not ready after ${READY_MS / 1_000} s`);
      await delay(50);
    }
  }

  private answers(port: number): Promise<boolean> {
    return fetch(`http://${this.host}:${port}/`).then(
      (response) => response.text().then(() => true),
      () => false,
    );
  }

  /** How often it became ready, by the output of all its starts. */
  private async readyLines(): Promise<number> {
    const { ready } = this.spec;
    if (typeof ready === 'number') return 0;
    const output = await (await this.container()).logs({ stdout: true, stderr: true });
    return output
      .toString('utf8')
      .split('\n')
      .filter((line) => ready.test(line)).length;
  }

  private get timeout(): number {
    return this.spec.end === 'SIGKILL' ? 0 : END_MS;
  }

  /** A frozen process does not stop gracefully. */
  private async resume(): Promise<void> {
    await this.signals;
    if ((await this.state()).Paused) await this.send('SIGCONT');
  }

  private async send(signal: NodeJS.Signals): Promise<void> {
    const container = await this.container();
    const { Running, Paused } = await this.state();
    // Like a process, a container that ended takes no signal, and one that is frozen is not frozen again.
    if (!Running) return;
    if (signal === 'SIGSTOP') await (Paused || container.pause());
    else if (signal === 'SIGCONT') await (Paused && container.unpause());
    else await container.kill({ signal });
  }

  private async state() {
    return (await (await this.container()).inspect()).State;
  }

  private async container() {
    const { container } = await getContainerRuntimeClient();
    return container.getById(this.started.getId());
  }
}
