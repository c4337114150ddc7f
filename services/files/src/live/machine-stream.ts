/** The changes in some folders of one machine, for one browser. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Ctx } from '@zo/auth';
import { type Computers, isAgentError, toAgentPath } from '@zo/computer-client';
import { isServiceError } from '@zo/errors';
import type { LiveMessage } from '@zo/live';
import { logger } from '@zo/observability';
import type { WatchResponse_FileEvent } from '@zo/proto/agent/v1';
import type { MachineRoot } from '@zo/proto/location';
import { detached } from '@zo/tracing';
import { Burst } from './burst.js';
import { machineEventMessage } from './live.messages.js';

/** Between two attempts to reach a machine that is away; nobody tells when it is back. */
const RETRY_MS = 3_000;
const log = logger('files:live');

type Path = readonly string[];
const keyOf = (path: Path) => path.join('/');

export class MachineStream {
  /** The stream that is read, and one with other folders that takes its place once it has begun. */
  private current: AbortController | undefined;
  private next: AbortController | undefined;
  /** Folders of which the browser knows that every change arrives. */
  private watched: ReadonlySet<string> = new Set();
  private position = { epoch: '', seq: 0n };
  private readonly burst = new Burst(() => this.tell(this.folders));
  private folders: readonly Path[] = [];

  constructor(
    private readonly root: MachineRoot,
    private readonly parts: { ctx: Ctx; computers: Computers; send: (message: LiveMessage) => void },
  ) {}

  watch(folders: readonly Path[]): void {
    // The one that is read goes on until the other has begun.
    if (this.next !== this.current) this.next?.abort();
    this.next = new AbortController();
    this.folders = folders;
    void detached(() => this.run(folders, this.next!));
  }

  stop(): void {
    this.next?.abort();
    this.current?.abort();
    this.burst.stop();
  }

  /** Until `own` is aborted: follows, and begins again after the link was lost. */
  private async run(folders: readonly Path[], own: AbortController): Promise<void> {
    while (!own.signal.aborted) {
      await this.follow(folders, own).catch((error: unknown) => this.explain(error, own));
      if (own.signal.aborted) return;
      // What happens until it is followed again is lost.
      this.watched = new Set();
      await delay(RETRY_MS, undefined, { signal: own.signal }).catch(() => undefined);
    }
  }

  private async follow(folders: readonly Path[], own: AbortController): Promise<void> {
    const { ctx, computers } = this.parts;
    const machine = await computers.open(ctx, this.root);
    const { epoch, seq: sinceSeq } = this.position;
    const paths = folders.map((path) => toAgentPath({ root: 'w', path: [...path] }));
    const request = { epoch, sinceSeq, folders: paths };
    for await (const { event } of machine.files.watch(request, { signal: own.signal })) {
      if (own.signal.aborted) return;
      if (event.case === 'start') this.begin(event.value, folders, own);
      if (event.case === 'file') this.forward(event.value);
    }
  }

  private begin(
    { epoch, sinceSeq, gap }: { epoch: string; sinceSeq: bigint; gap: boolean },
    folders: readonly Path[],
    own: AbortController,
  ): void {
    if (this.current !== own) this.current?.abort();
    this.current = own;
    if (gap) this.watched = new Set();
    if (gap || this.position.epoch !== epoch) this.position = { epoch, seq: sinceSeq };
    const fresh = folders.filter((path) => !this.watched.has(keyOf(path)));
    this.watched = new Set(folders.map(keyOf));
    if (fresh.length > 0) this.tell(fresh);
  }

  /** Two streams tell the same for a moment while one takes the place of the other. */
  private forward(event: WatchResponse_FileEvent): void {
    if (event.seq <= this.position.seq) return;
    this.position.seq = event.seq;
    const message = machineEventMessage(event, this.root);
    if (message && this.burst.admit()) this.parts.send(message);
  }

  private tell(folders: readonly Path[]): void {
    const payload = { root: this.root, folders: folders.map((path) => [...path]) };
    this.parts.send({ type: 'machine_watching', payload });
  }

  private explain(error: unknown, own: AbortController): void {
    if (own.signal.aborted || isServiceError(error) || isAgentError(error, 'unavailable', 'interrupted')) return;
    log.warn({ error }, 'the change stream of a machine ended with an error');
  }
}
