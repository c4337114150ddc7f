/** The files of a computer before the first effect of a run and after the last: receipts and undoing come from them. */
import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { BY_USER, type Computer, Computers, fromAgentPath, isAgentError } from '@zo/computer-client';
import { logger } from '@zo/observability';
import { type FileDifference, Kind, Restored } from '@zo/proto/agent/v1';
import { addressOf, type Location } from '@zo/proto/location';
import type { ChangedEntry } from '../../shapes/receipt.js';
import { agentCtx } from '../store/agent-ctx.js';
import type { Run } from '../store/runs.repository.js';

const log = logger('chat:snapshots');
/** The end of a run waits at most this long for its computer. */
const END_TIMEOUT_MS = 30_000;
const PAGE = 200;
/** Changes beyond these are counted no more. */
const MAX_PAGES = 50;
const MAX_NAME_CHARS = 2_000_000;

export interface RunChanges {
  /** In the order of paths. */
  readonly entries: readonly ChangedEntry[];
  /** There may be more. */
  readonly isCut: boolean;
}

/** Not kept: the computer did not answer before the run either, so that it cannot be undone. */
export type Unknown = 'not kept' | 'unreachable';

export interface KeptEntry {
  readonly location: Location;
  readonly outcome: Restored;
}

export interface RunRestored {
  /** Files and links. */
  readonly restored: number;
  /** The first of those that were not restored. */
  readonly kept: readonly KeptEntry[];
  readonly keptCount: number;
  /** Restoring this run brings back what was undone. */
  readonly undoRunId: string;
}

/** What the computer knows the changes of a run by. Runs of one conversation never overlap, except parts of one run. */
export const conversationIdOf = ({ id, threadId, parentThreadId }: Pick<Run, 'id' | 'threadId' | 'parentThreadId'>) =>
  parentThreadId ?? threadId ?? id;

export interface PlacedFiles {
  readonly placed: number;
  /** The first of those that somebody has changed since. */
  readonly kept: readonly Location[];
  readonly left: number;
  /** By what this is taken back. */
  readonly undoIds: readonly string[];
}

/** What is not kept any more stays as it is. */
function unlessGone(error: unknown) {
  if (!isAgentError(error, 'notFound')) throw error;
  return { placed: 0, left: 1, kept: [], undoId: '' };
}

@Injectable()
export class Snapshots {
  constructor(private readonly computers: Computers) {}

  /**
   * Call before the first effect of a run. What a part of a run changes is kept as what the run changes. A computer
   * that cannot keep its files does not stop the run.
   */
  async begin(run: Run, computer: Computer): Promise<void> {
    try {
      const runId = run.parentRunId ?? run.id;
      await computer.history.snapshotRun({ runId, conversationId: conversationIdOf(run), begins: true });
    } catch (error) {
      log.warn({ error }, 'the files before a run were not kept');
    }
  }

  /** Call after the last effect. @returns what the run changed, or why that is not known */
  async end(run: Run): Promise<RunChanges | Unknown> {
    const options = { timeoutMs: END_TIMEOUT_MS };
    try {
      return await this.computers.read(agentCtx(run), async (computer) => {
        const conversationId = conversationIdOf(run);
        const marked = await computer.history.snapshotRun({ runId: run.id, conversationId }, options);
        if (marked.isFirst) return 'not kept';
        const { sinceSeq, untilSeq } = marked;
        const request = { sinceSeq, untilSeq, conversationId, limit: PAGE };
        const found: FileDifference[] = [];
        let [after, chars] = ['', 0];
        for (let page = 0; page < MAX_PAGES && chars < MAX_NAME_CHARS; page++) {
          const { changes, next } = await computer.history.listChanges({ ...request, after }, options);
          found.push(...changes);
          chars += changes.reduce((sum, { path }) => sum + (path?.segments.join('/').length ?? 0), 0);
          after = next;
          if (next === '') break;
        }
        return { entries: entriesOf(found), isCut: after !== '' };
      });
    } catch (error) {
      log.warn({ error }, 'the changes of a run are not known');
      return 'unreachable';
    }
  }

  /** Takes back what a run was let to leave to run by itself, or brings it again. */
  async placeHeld(ctx: Ctx, ids: readonly string[]): Promise<PlacedFiles> {
    const all: { placed: number; kept: Location[]; left: number; undoIds: string[] } = {
      placed: 0,
      kept: [],
      left: 0,
      undoIds: [],
    };
    if (ids.length === 0) return all;
    await this.computers.use(ctx, async (computer) => {
      // The last that was placed is the first that is taken back.
      for (const heldId of ids.toReversed()) {
        const { placed, left, kept, undoId } = await computer.processes
          .placeHeld({ heldId, cause: BY_USER })
          .catch(unlessGone);
        all.placed += placed;
        all.left += left;
        all.kept.push(...kept.map(fromAgentPath));
        if (undoId !== '') all.undoIds.push(undoId);
      }
    });
    return all;
  }

  /** Takes back the changes of a run, or of an earlier undoing by its `undoRunId`. @throws not_found when not kept */
  async restore(ctx: Ctx, { runId, conversationId }: { runId: string; conversationId: string }): Promise<RunRestored> {
    const { changes, undoRunId } = await this.computers.use(ctx, (computer) =>
      computer.history.restoreRun({ runId, conversationId, cause: BY_USER }),
    );
    return {
      restored: changes?.restored ?? 0,
      kept: (changes?.left ?? []).map(({ path, outcome }) => ({ location: fromAgentPath(path), outcome })),
      keptCount: changes?.leftCount ?? 0,
      undoRunId,
    };
  }
}

/** One entry for both ends of a move; folders only where nothing in them is listed. */
function entriesOf(found: readonly FileDifference[]): ChangedEntry[] {
  const moved = new Set(found.flatMap(({ movedFrom }) => (movedFrom ? [addressOf(fromAgentPath(movedFrom))] : [])));
  const entries = found.flatMap((difference): ChangedEntry[] => {
    const location = fromAgentPath(difference.path);
    const isGone = difference.afterSeq === 0n;
    if (isGone && moved.has(addressOf(location))) return [];
    const change = isGone ? 'deleted' : difference.beforeSeq === 0n ? 'created' : 'modified';
    const kind = difference.kind === Kind.DIRECTORY ? 'folder' : difference.kind === Kind.SYMLINK ? 'link' : 'file';
    if (change !== 'created' || !difference.movedFrom) return [{ location, kind, change }];
    return [{ location, kind, change: 'moved', from: fromAgentPath(difference.movedFrom) }];
  });
  const filled = new Set(entries.flatMap(({ location }) => foldersAbove(location)));
  return entries.filter(({ kind, location }) => kind !== 'folder' || !filled.has(addressOf(location)));
}

const foldersAbove = ({ root, path }: Location): string[] =>
  path.slice(0, -1).map((_name, index) => addressOf({ root, path: path.slice(0, index + 1) }));
