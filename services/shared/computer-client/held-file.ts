/**
 * Files that an agent on this machine holds open. Its kernel shows them to this process, which then reads them from the
 * disk cache itself: the bytes are copied to the client at once and not through the agent and its socket.
 */
import { closeSync, constants, fstatSync, openSync, read, close, readFileSync } from 'node:fs';
import { type AgentProcess, startTimeOf } from '@zo/agent-token/process';
import { returnPair, takePair } from '@zo/streams';

/** Asks the agent to hold the file instead of sending it. Agents of earlier releases send it. */
export const HOLD_FILE = { 'x-hold-file': '1', connection: 'keep-alive' } as const;
export const HELD_FILE_HEADER = 'x-held-file';

/** A range of bytes of a file that the agent has open. */
export interface HeldFile {
  /** Its number in the agent. */
  readonly descriptor: number;
  readonly start: number;
  readonly length: number;
}

/** Parses `<descriptor> <start> <length>`; undefined when it is anything else. */
export function parseHeldFile(header: string): HeldFile | undefined {
  const [, descriptor, start, length] = /^(\d{1,7}) (\d{1,15}) (\d{1,15})$/.exec(header) ?? [];
  return descriptor === undefined
    ? undefined
    : { descriptor: Number(descriptor), start: Number(start), length: Number(length) };
}

/**
 * Opens the file for reading, without waiting for the disk. Undefined for anything but a file of the computer's own
 * home: a hostile agent may hold files that it cannot read itself. @throws the error of the kernel when it refuses this
 * process, and when the agent has ended
 */
export function openHeldFile(agent: AgentProcess, held: HeldFile): number | undefined {
  return openOwn(agent, held, constants.O_RDONLY);
}

/** Opens it for writing; undefined also when the agent has it open for reading only. @throws as `openHeldFile` */
export function openHeldFileToWrite(agent: AgentProcess, held: HeldFile): number | undefined {
  const file = openOwn(agent, held, constants.O_WRONLY);
  if (file === undefined) return undefined;
  // Asked after the file was opened, and of the same file: the agent may put another one under the number at any time.
  const its = descriptorOf(agent.pid, held.descriptor);
  const ours = descriptorOf('self', file);
  const isWritable = (Number.parseInt(its['flags'] ?? '', 8) & ACCESS_MODE) !== constants.O_RDONLY;
  if (isWritable && its['ino'] && its['ino'] === ours['ino'] && its['mnt_id'] === ours['mnt_id']) return file;
  closeSync(file);
  return undefined;
}

const ACCESS_MODE = constants.O_WRONLY | constants.O_RDWR;

/** What the kernel says about an open file. */
const descriptorOf = (pid: number | 'self', descriptor: number): Record<string, string> =>
  Object.fromEntries(
    readFileSync(`/proc/${pid}/fdinfo/${descriptor}`, 'latin1')
      .split('\n')
      .map((line) => line.split(/:\s+/, 2) as [string, string]),
  );

function openOwn(agent: AgentProcess, { descriptor }: HeldFile, access: number): number | undefined {
  // A pipe or a device would block without the flags.
  const flags = access | constants.O_NONBLOCK | constants.O_NOCTTY;
  const file = openSync(`/proc/${agent.pid}/fd/${descriptor}`, flags);
  let isOwn = false;
  try {
    const stats = fstatSync(file, { bigint: true });
    const isInHome = stats.isFile() && Number(stats.uid) === agent.uid && String(stats.dev) === agent.device;
    // Asked last: when the agent still runs now, the pid was its own before, too.
    isOwn = isInHome && startTimeOf(agent.pid) === agent.startTime;
  } finally {
    if (!isOwn) closeSync(file);
  }
  return isOwn ? file : undefined;
}

/** Reads a file into two blocks in turn, only on demand, like the reader of a socket. */
export class FileBlocks {
  private readonly blocks: readonly [Buffer, Buffer];
  private turn = 0;
  private position: number;
  private state: 'open' | 'reading' | 'closing' | 'closed' = 'open';

  constructor(
    private readonly file: number,
    { start, length }: Pick<HeldFile, 'start' | 'length'>,
    private readonly onClose: () => void,
  ) {
    this.position = start;
    this.blocks = takePair(length);
  }

  /** Returns the next bytes; undefined at the end of the file or once it is closed. */
  next(): Promise<Buffer | undefined> {
    if (this.state !== 'open') return Promise.resolve(undefined);
    this.state = 'reading';
    const block = this.blocks[(this.turn ^= 1)]!;
    return new Promise((resolve, reject) =>
      read(this.file, block, 0, block.length, this.position, (error, count) => {
        this.position += count;
        if (this.state === 'closing') this.end();
        else this.state = 'open';
        if (error) reject(error);
        else resolve(count > 0 && this.state === 'open' ? block.subarray(0, count) : undefined);
      }),
    );
  }

  /** Ends the reading; the file is closed when nothing reads it any more. */
  cancel(): void {
    if (this.state === 'reading') this.state = 'closing';
    else if (this.state === 'open') this.end();
  }

  /** Call once. Pass `reuse` only when no reference to the bytes remains. */
  close(options: { reuse: boolean }): void {
    this.cancel();
    returnPair(this.blocks, options);
  }

  private end(): void {
    this.state = 'closed';
    close(this.file, this.onClose);
  }
}
