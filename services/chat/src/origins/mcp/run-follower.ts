/** Waits for the end of a run on behalf of a program, for a bounded time. */
import { Inject, Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { Database } from '@zo/db';
import { CHAT_CONFIG, type ChatConfig } from '../../config.js';
import { applyEvent, type Part, type RunEvent, type RunStatus } from '../../shapes/parts.js';
import { RunChannels } from '../../runs/store/run-channels.js';
import { followRun } from '../../runs/store/run-events.repository.js';

/** Messages between processes may be lost, so the rows are read at least this often. */
const POLL_MS = 5_000;

export type Following =
  | { readonly is: 'complete'; readonly text: string }
  | { readonly is: 'failed'; readonly text: string; readonly reason: string }
  | { readonly is: 'asking'; readonly reason: string }
  | { readonly is: 'running' };

interface Listener {
  readonly signal: AbortSignal;
  readonly progress: (count: number, message: string) => Promise<void>;
}

/** What is known of a run so far. */
interface Seen {
  readonly parts: Part[];
  seq: number;
  status: RunStatus;
  error?: string;
  /** The question that waits for the user, and since when. */
  asking?: { readonly reason: string; readonly callId: string; readonly since: number };
}

@Injectable()
export class RunFollower {
  constructor(
    private readonly database: Database,
    private readonly channels: RunChannels,
    @Inject(CHAT_CONFIG) private readonly config: ChatConfig,
  ) {}

  /** Resolves when the run has ended, the client has gone, or the wait is over. The run goes on in any case. */
  async follow(ctx: Ctx, runId: string, { signal, progress }: Listener): Promise<Following> {
    const deadline = Date.now() + this.config.ZO_MCP_WAIT_MS;
    const seen: Seen = { parts: [], seq: 0, status: 'running' };
    let wake = (): void => undefined;
    const unsubscribe = await this.channels.followEvents(
      runId,
      () => wake(),
      () => wake(),
    );
    signal.addEventListener('abort', () => wake());
    try {
      for (;;) {
        const next = new Promise<void>((resolve) => (wake = resolve));
        await this.read(ctx, runId, seen);
        const isOver = signal.aborted || Date.now() >= deadline || this.hasAskedLong(seen);
        const ended = endOf(seen, { isOver });
        if (ended) return ended;
        await progress(seen.seq, seen.asking ? `Waits for a yes: ${seen.asking.reason}` : doing(seen.parts));
        await atLatest(next, Math.min(POLL_MS, this.config.ZO_MCP_ASKING_MS));
      }
    } finally {
      unsubscribe();
    }
  }

  private hasAskedLong({ asking }: Seen): boolean {
    return asking !== undefined && Date.now() - asking.since >= this.config.ZO_MCP_ASKING_MS;
  }

  private async read(ctx: Ctx, runId: string, seen: Seen): Promise<void> {
    const found = await followRun(this.database.dataSource, ctx.userId, { runId, after: seen.seq });
    // Its chat was deleted meanwhile.
    if (!found) return void (seen.status = 'stopped');
    seen.status = found.status;
    for (const { seq, ...event } of found.events) {
      seen.seq = seq;
      applyEvent(seen.parts, event);
      note(seen, event);
    }
  }
}

function note(seen: Seen, { type, data }: RunEvent): void {
  if (type === 'tool.approval') seen.asking = { reason: data.reason, callId: data.call_id, since: Date.now() };
  if ((type === 'tool.running' || type === 'tool.end') && seen.asking?.callId === data.call_id) delete seen.asking;
  if (type === 'run.end' && data.error) seen.error = data.error;
}

function endOf(seen: Seen, { isOver }: { isOver: boolean }): Following | undefined {
  const text = textOf(seen.parts);
  if (seen.status === 'complete') return { is: 'complete', text };
  if (seen.status !== 'running' && seen.status !== 'waiting')
    return { is: 'failed', text, reason: seen.error ?? 'The answer was stopped.' };
  if (!isOver) return undefined;
  return seen.asking ? { is: 'asking', reason: seen.asking.reason } : { is: 'running' };
}

/** What comes after the last call: what was said before it was about the work. */
function textOf(parts: readonly Part[]): string {
  const last = parts.findLastIndex(({ type }) => type === 'tool');
  const texts = (from: readonly Part[]) => from.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
  return texts(parts.slice(last + 1)).trim() || texts(parts).trim();
}

function doing(parts: readonly Part[]): string {
  const call = parts.findLast((part) => part.type === 'tool');
  return call?.state === 'running' ? `Uses ${call.tool}` : 'Writes';
}

async function atLatest(event: Promise<void>, ms: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([event, new Promise<void>((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}
