import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, closeSync, existsSync, linkSync, lstatSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ClosedCommands, type OpenSandbox } from './closed-commands.js';
import { homeIn, onCopyOfHome } from './rehearsal.js';
import { HOST_PATH } from './config.js';
import { agentProcessIn } from './agent-process.js';
import { askToQuiesce } from './quiesce.js';
import { agentEnvironment, type AgentPlaces } from './environment.js';
import { allowWriting, forbidWriting, type Tree } from './freeze.js';
import { installationOf, layOut, computerPaths, secretOf, type ComputerPaths } from './layout.js';
import { type Groups, isOverrun, killAll, LARGEST_FILE, limited, makeGroups, removeGroups } from './limits.js';
import {
  AGENT_INSIDE,
  agentCommand,
  becomeUser,
  CLOSED,
  CLOSED_INSIDE,
  EGRESS,
  PATH_INSIDE,
  RUN,
  sandboxArguments,
} from './sandbox.js';
import type { QuotaSubject } from './quota.js';
import { seccompProgram } from './seccomp.js';
import type { ComputerHostOptions, ComputerSpec, RunningComputer } from './spec.js';
import type { WayOutAnswer, WayOutQuestion } from './way-out-questions.js';
import { openInput, openWritable } from './opened.js';

const READY_MS = 20_000;
const GRACE_MS = 3_000;
/** The first descriptor after the standard ones. */
const FIRST_FD = 3;
const LOG_KEPT = 64 * 1024;

export interface MachineContext {
  readonly options: ComputerHostOptions;
  /** Root file system of programs; null means this machine's own. */
  readonly image: string | null;
  /** Why the sandbox does not work here; empty when it does. */
  readonly forbidden: string;
  /** Commands can be run without a way out. */
  readonly canClose: boolean;
  /** They can be run on a copy of the home, too. */
  readonly canRehearse: boolean;
  readonly onEnd: (id: string) => void;
  /** Asks the process that has the ways out. */
  readonly ask: (question: WayOutQuestion) => Promise<WayOutAnswer>;
}

/** One running computer: its process tree, limits and socket. */
export class Machine implements QuotaSubject {
  readonly ended: Promise<void>;
  private readonly child: ChildProcess;
  private output = '';
  private frozen = false;
  private readonly places: ComputerPaths;
  private readonly groups: Groups;
  private closedCommands?: ClosedCommands;

  private constructor(
    readonly spec: ComputerSpec,
    { places, groups }: { places: ComputerPaths; groups: Groups },
    private readonly context: MachineContext,
  ) {
    this.places = places;
    this.groups = groups;
    this.child = this.spawn();
    this.ended = new Promise((resolve) => {
      this.child.once('error', (error) => (this.output += error.message));
      this.child.once('close', () => resolve());
    });
    void this.ended.then(() => {
      this.closedCommands?.close();
      context.onEnd(spec.id);
    });
  }

  /**
   * Starts the computer and waits until its agent answers. @throws Error with a message for users when it cannot be
   * started
   */
  static async start(
    spec: ComputerSpec,
    context: MachineContext,
  ): Promise<{ machine: Machine; running: RunningComputer }> {
    const { options, forbidden } = context;
    if (forbidden && !(options.unsandboxed && spec.owner)) throw new Error(forbidden);
    const places = computerPaths(options.dataFolder, spec);
    await layOut(places, spec);
    const groups = forbidden ? { folders: [], missing: [] } : makeGroups(spec, installationOf(options.dataFolder).name);
    const machine = new Machine(spec, { places, groups }, context);
    try {
      if (context.canClose) await machine.openClosedCommands();
      await machine.ready();
      machine.takeSocket();
    } catch (error) {
      await machine.stop();
      throw error;
    }
    return { machine, running: machine.describe(groups.missing) };
  }

  get id(): string {
    return this.spec.id;
  }

  get home(): string {
    return this.places.home;
  }

  get diskBytes(): number {
    return this.spec.diskBytes;
  }

  get isFrozen(): boolean {
    return this.frozen;
  }

  async freeze(killing: boolean): Promise<void> {
    this.frozen = true;
    await forbidWriting(this.tree, { killing });
  }

  async thaw(): Promise<boolean> {
    this.frozen = false;
    return allowWriting(this.tree);
  }

  private async openClosedCommands(): Promise<void> {
    const { outside, run } = this.places;
    this.closedCommands = await ClosedCommands.open({
      socketPath: join(outside, basename(CLOSED)),
      folder: join(run, 'closed'),
      computerId: this.id,
      ask: this.context.ask,
      environment: { PATH: PATH_INSIDE },
      sandbox: (wayOut) => this.closedSandbox({ wayOut, largestFile: this.frozen ? 0 : LARGEST_FILE }),
      rehearsal: this.context.canRehearse
        ? (wayOut, scratch) => this.closedSandbox({ wayOut, scratch, largestFile: LARGEST_FILE })
        : undefined,
    });
  }

  private closedSandbox(asked: Parameters<Machine['sandbox']>[1]): OpenSandbox {
    const { command, files } = this.sandbox([...CLOSED_INSIDE], asked);
    const close = () => files.forEach((fd) => closeSync(fd));
    return { command, files, close, listsChanges: asked.scratch !== undefined };
  }

  private get tree(): Tree {
    return { uid: this.places.uid, pid: this.child.pid ?? 0 };
  }

  private describe(missing: readonly string[]): RunningComputer {
    const { forbidden, options } = this.context;
    const process = agentProcessIn(this.tree, this.home);
    return {
      id: this.spec.id,
      address: `unix:${this.places.socket}`,
      instance: this.spec.id,
      secret: secretOf(options.dataFolder, this.spec.id),
      startedAt: Date.now(),
      sandboxed: !forbidden,
      reason: forbidden || missing.join(', '),
      egressSocket: forbidden ? '' : join(this.places.outside, basename(EGRESS)),
      canClose: this.closedCommands !== undefined,
      canRehearse: this.closedCommands !== undefined && this.context.canRehearse,
      ...(process && { process }),
    };
  }

  private spawn(): ChildProcess {
    return this.context.forbidden ? this.spawnPlain() : this.spawnSandboxed();
  }

  private spawnSandboxed(): ChildProcess {
    const { command, files } = this.sandbox(AGENT_INSIDE, {});
    const home = `/home/${this.spec.handle}`;
    try {
      return this.launch(command, this.environment({ home, socket: `${RUN}/agent.sock`, egress: EGRESS }), files);
    } finally {
      for (const fd of files) closeSync(fd);
    }
  }

  /** The command line of a sandbox of this computer, and the files that it reads. */
  private sandbox(
    inside: readonly string[],
    { wayOut, scratch, largestFile }: { wayOut?: string; scratch?: string; largestFile?: number },
  ): { command: string[]; files: number[] } {
    const { options, image } = this.context;
    const filter = seccompProgram();
    const seccompFd = filter ? FIRST_FD + 1 : null;
    const folders = wayOut === undefined || scratch !== undefined ? [] : openWritable(this.places.home);
    const writable = folders.map(({ name }, index) => ({ name, fd: (seccompFd ?? FIRST_FD) + 1 + index }));
    const copyOfHome = scratch === undefined ? undefined : homeIn(scratch);
    const closed = wayOut === undefined ? undefined : { wayOut, writable, copyOfHome };
    const settings = sandboxArguments(options, this.spec, { places: this.places, image, seccompFd, closed });
    // Passed as files: every user of this machine, and the computer itself, could read a command line.
    const files = [
      openInput(this.places.run, 'arguments', Buffer.from(`${settings.join('\0')}\0`)),
      ...(filter ? [openInput(this.places.run, 'filter', filter)] : []),
      ...folders.map(({ fd }) => fd),
    ];
    const command = [
      ...limited(this.groups, largestFile),
      ...(scratch === undefined ? [] : onCopyOfHome({ scratch, home: this.places.home })),
      options.bwrap ?? 'bwrap',
      '--args',
      String(FIRST_FD),
      '--',
      ...becomeUser(this.places.uid),
      ...inside,
    ];
    return { command, files };
  }

  /** Without any isolation, as the user who started this program: only for the owner, and reported in the state. */
  private spawnPlain(): ChildProcess {
    const { nodeBinary, agentBundle } = this.context.options;
    const { home, inside } = this.places;
    const env = this.environment({ home, socket: join(inside, 'agent.sock'), egress: '' });
    return this.launch(['setpriv', '--pdeathsig', 'KILL', '--', ...agentCommand(nodeBinary, agentBundle)], env, []);
  }

  private launch([program = '', ...args]: string[], env: NodeJS.ProcessEnv, files: number[]): ChildProcess {
    // A session of its own: Ctrl-C in a terminal reaches only the launcher, which stops the computers in order.
    const child = spawn(program, args, { env, cwd: '/', detached: true, stdio: ['ignore', 'pipe', 'pipe', ...files] });
    const keep = (data: Buffer) => (this.output = (this.output + data.toString('utf8')).slice(-LOG_KEPT));
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    return child;
  }

  private environment(at: AgentPlaces): NodeJS.ProcessEnv {
    const { forbidden, options } = this.context;
    const secret = secretOf(options.dataFolder, this.spec.id);
    return agentEnvironment(this.spec, at, { secret, path: forbidden ? HOST_PATH : PATH_INSIDE });
  }

  private ready(): Promise<void> {
    return new Promise((resolve, reject) => {
      const failed = (why: string) =>
        reject(new Error(`The computer could not be started: ${why}${this.output ? `: ${this.lastLine()}` : ''}`));
      const timer = setTimeout(() => failed('its agent did not answer in time'), READY_MS);
      const look = () => {
        if (!/^ready /m.test(this.output)) return;
        clearTimeout(timer);
        resolve();
      };
      this.child.stdout?.on('data', look);
      void this.ended.then(() => {
        clearTimeout(timer);
        failed('it ended at once');
      });
    });
  }

  private lastLine(): string {
    return this.output.trim().split('\n').at(-1)?.slice(0, 300) ?? '';
  }

  /** Links the very socket that the agent created; later changes to the computer's own folder have no effect. */
  private takeSocket(): void {
    const made = join(this.places.inside, 'agent.sock');
    const taking = `${this.places.socket}.new`;
    rmSync(taking, { force: true });
    linkSync(made, taking);
    if (!lstatSync(taking).isSocket()) throw new Error('The computer did not make its socket.');
    chmodSync(taking, 0o600);
    renameSync(taking, this.places.socket);
  }

  /** Lets the computer end in order, kills what is left of it, and waits until it is gone. */
  async stop(): Promise<void> {
    const { socket } = this.places;
    const { dataFolder, pingTimeoutMs } = this.context.options;
    // A computer that never became ready has nothing to lose.
    if (existsSync(socket) && !isOverrun(this.groups))
      await Promise.race([
        askToQuiesce(socket, { instance: this.spec.id, secret: secretOf(dataFolder, this.spec.id) }, pingTimeoutMs),
        this.ended,
      ]);
    rmSync(this.places.socket, { force: true });
    this.closedCommands?.close();
    if (this.context.forbidden) this.child.kill('SIGTERM');
    else this.child.kill('SIGKILL');
    const timer = setTimeout(() => this.child.kill('SIGKILL'), GRACE_MS);
    await this.ended;
    clearTimeout(timer);
    killAll(this.groups);
    await removeGroups(this.groups);
  }

  /** Kills the computer without waiting, for the end of this process. */
  kill(): void {
    this.child.kill('SIGKILL');
  }
}
