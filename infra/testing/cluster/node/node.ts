/**
 * One real node: a control plane with a kubelet, containerd, routed pods, cluster DNS and enforced network policies, in
 * namespaces of this machine.
 */
import { execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Engine } from '../../engines/engine.js';
import { engineFolder, startEngine } from '../../engines/runner.js';
import { command } from '../command.js';
import { controlPlane, helm, kubectl, nodeParts } from '../paths.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../../../..', import.meta.url));

export interface Node {
  /** Address of NodePorts, seen from this machine. */
  readonly address: string;
  /** Address of this machine, seen from pods. */
  readonly outside: string;
  readonly kubeconfig: string;
  /** @throws Error with the error output of kubectl */
  kubectl(args: readonly string[], input?: string): Promise<string>;
  helm(...args: readonly string[]): Promise<string>;
  apply(...objects: readonly object[]): Promise<void>;
  /** Builds an image from a Dockerfile and imports it into the node. Returns its name with digest. */
  image(
    name: string,
    options: { readonly dockerfile: string; readonly context: string; readonly base?: string },
  ): Promise<string>;
  /** Makes a port of 127.0.0.1 on this machine reachable for pods, at `outside`. */
  reach(port: number): Promise<void>;
  /** Forwards a port of 127.0.0.1 to a NodePort: browsers treat only localhost as secure. */
  forward(nodePort: number, port?: number): Promise<number>;
  /** Runs a command on the node itself. */
  run(...command: readonly string[]): Promise<string>;
  /** Starts a simulated host of the internet that pods may reach; returns its address. */
  internet(): Promise<string>;
  stop(): Promise<void>;
}

/** @throws Error with the output of the process that does not start on this machine */
export async function startNode(): Promise<Node> {
  const number = freeNumber();
  const folder = engineFolder('node');
  const env = {
    ZO_NODE_FOLDER: nodeParts(),
    ZO_NODE_PROGRAMS: `${controlPlane()}:${join(kubectl, '..')}`,
    ZO_NODE_NUMBER: String(number),
    ZO_NODE_AGENT: `${process.execPath} --import ${root}/infra/tools/build/ts-hooks.mjs ${here}agent/main.ts`,
    NODE_OPTIONS: '',
  };
  const engine = await startEngine({
    name: 'the node',
    folder,
    command: ['bash', join(here, 'up.sh'), folder],
    env,
    ready: /^ready$/m,
    end: 'SIGKILL',
  });
  return new RunningNode(number, folder, engine);
}

/** A free number; each node has its own link to this machine, and with it its own network. */
function freeNumber(): number {
  const taken = new Set(readdirSync('/sys/class/net'));
  for (let number = 0; number < 64; number++) if (!taken.has(`zon${number}`)) return number;
  throw new Error('there are 64 nodes on this machine already');
}

class RunningNode implements Node {
  readonly address: string;
  readonly outside: string;
  readonly kubeconfig: string;
  private readonly servers: Server[] = [];
  private readonly sockets = new Set<Socket>();

  constructor(
    private readonly number: number,
    private readonly folder: string,
    private readonly engine: Engine,
  ) {
    this.address = `10.99.${number}.2`;
    this.outside = `10.99.${number}.1`;
    this.kubeconfig = join(folder, 'admin.kubeconfig');
  }

  kubectl(args: readonly string[], input = ''): Promise<string> {
    return command(kubectl, [`--kubeconfig=${this.kubeconfig}`, ...args], { input });
  }

  helm(...args: readonly string[]): Promise<string> {
    return command(helm, [`--kubeconfig=${this.kubeconfig}`, ...args]);
  }

  async apply(...objects: readonly object[]): Promise<void> {
    await this.kubectl(
      ['apply', '--server-side', '-f', '-'],
      JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }),
    );
  }

  async image(
    name: string,
    { dockerfile, context, base }: { dockerfile: string; context: string; base?: string },
  ): Promise<string> {
    const from = base ? ['--build-arg', `BASE=localhost/${base}`] : [];
    const env = { ...process.env, ZO_NODE_FOLDER: nodeParts() };
    await command('bash', [join(here, 'build-image.sh'), name, dockerfile, context, ...from], { env });
    const folder = join(nodeParts(), 'images', name);
    const digest = (await command('sha256sum', [join(folder, 'manifest.json')])).slice(0, 64);
    const reference = `localhost/${name}@sha256:${digest}`;
    await this.run(process.execPath, join(here, 'load-image.mjs'), '/run/containerd.sock', folder, reference);
    return reference;
  }

  reach(port: number): Promise<void> {
    return this.pass({ host: this.outside, port }, { host: '127.0.0.1', port }).then(() => undefined);
  }

  forward(nodePort: number, port = 0): Promise<number> {
    return this.pass({ host: '127.0.0.1', port }, { host: this.address, port: nodePort });
  }

  run(...words: readonly string[]): Promise<string> {
    return command('nsenter', ['-t', String(this.inside()), '--mount', '--net', '--pid', '--', ...words]);
  }

  async internet(): Promise<string> {
    await this.run('bash', join(here, 'internet.sh'));
    return '203.0.113.10';
  }

  async stop(): Promise<void> {
    for (const server of this.servers) server.close();
    // A pod that dies with its network closes no connection; open ones would keep this process alive.
    for (const socket of this.sockets) socket.destroy();
    // Delete the link before the network namespace, which the kernel keeps for a while: this frees the number at once.
    execFileSync('ip', ['link', 'del', `zon${this.number}`]);
    await this.engine.kill();
    // The control groups become empty only some seconds later.
    spawn('bash', [join(here, 'sweep.sh')], { detached: true, stdio: 'ignore' }).unref();
    await this.engine.stop();
  }

  /** The init process of the namespaces: the last child of the process that created them. */
  private inside(): number {
    const { pid } = this.engine;
    return Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').at(-1));
  }

  private pass(from: { host: string; port: number }, to: { host: string; port: number }): Promise<number> {
    const server = createServer((client) => {
      const other = connect(to);
      for (const [one, two] of [
        [client, other],
        [other, client],
      ] as const) {
        this.sockets.add(one);
        one.on('close', () => this.sockets.delete(one)).on('error', () => two.destroy());
        one.pipe(two);
      }
    });
    this.servers.push(server);
    server.unref();
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(from, () => resolve((server.address() as { port: number }).port));
    });
  }
}
