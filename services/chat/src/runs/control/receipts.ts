/** Builds the receipt of an answer from the ledger and the computer, so that it states what was really done. */
import { Injectable } from '@nestjs/common';
import { addressOf, type Location } from '@zo/proto/location';
import { NANO_PER_DOLLAR } from '../../allowances/price.js';
import type { UsedMedia } from '../../media/media-models.repository.js';
import { MediaUses } from '../../media/media-uses.js';
import { runsLater } from '@zo/proto/run-later';
import type { Part } from '../../shapes/parts.js';
import type { Receipt } from '../../shapes/receipt.js';
import { READS } from '../../tools/tool.js';
import { isAppTool, isProgramTool } from '../../tools/app-tools.js';
import { RUN_ON_MACHINE } from '../../tools/machines/run-on-machine.tool.js';
import { ToolRegistry } from '../../tools/tool-registry.js';
import { type RunChanges, Snapshots, type Unknown } from '../ports/snapshots.js';
import { agentCtx } from '../store/agent-ctx.js';
import type { CallRow } from '../store/ledger.repository.js';
import { RunStore } from '../store/run-store.js';
import type { Run } from '../store/runs.repository.js';
import { actsOf } from './acts.js';

const MAX_FILES = 200;
const MAX_HOSTS = 100;

export interface ReceiptSource {
  readonly run: Pick<Run, 'inputTokens' | 'outputTokens' | 'startedAt' | 'placed'>;
  /** What the runs that did parts of its work have used. */
  readonly partTokens: { readonly input: number; readonly output: number };
  /** What the run and its parts have cost, in billionths of a dollar; null if a price is not known. */
  readonly costNano: number | null;
  readonly calls: readonly CallRow[];
  readonly changes: RunChanges | Unknown;
  /** Undefined if no model for media was asked. */
  readonly media: UsedMedia | undefined;
  readonly now: Date;
  /** The run was shown text of others. */
  readonly isForeign: boolean;
}

const NO_CHANGES: RunChanges = { entries: [], isCut: false };

@Injectable()
export class Receipts {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly store: RunStore,
    private readonly tools: ToolRegistry,
    private readonly snapshots: Snapshots,
    private readonly uses: MediaUses,
  ) {}

  /** What an ended run asked of models for media. */
  async mediaOf(run: Run, parts: readonly Part[]): Promise<UsedMedia | undefined> {
    const spends = (name: string) => ['generate', 'transcribe'].includes(this.tools.get(name)?.class ?? '');
    if (!parts.some((part) => part.type === 'tool' && spends(part.tool))) return undefined;
    const used = await this.uses.usedBy(agentCtx(run), run.id);
    return used.images + used.seconds + used.videos > 0 ? used : undefined;
  }

  /** What an ended run changed. Asks the computer only after calls that can have changed it. */
  async changesOf(run: Run, parts: readonly Part[]): Promise<RunChanges | Unknown> {
    if (run.parentRunId !== null || !parts.some(({ type }) => type === 'tool')) return NO_CHANGES;
    const calls = await this.store.database.read(agentCtx(run), (tx) => this.store.ledger.ofRun(tx, run.id));
    const changesFiles = ({ tool: name, args }: Pick<CallRow, 'tool' | 'args'>) => {
      if (isAppTool(name)) return isProgramTool(name, args);
      const tool = this.tools.get(name);
      return !tool || !READS.has(tool.class);
    };
    const hasEffects = calls.some((call) => call.startedAt !== null && changesFiles(call));
    return hasEffects ? this.snapshots.end(run) : NO_CHANGES;
  }
}

export function receiptOf(source: ReceiptSource): Receipt {
  const { run, partTokens, costNano, calls, changes, media, isForeign, now } = source;
  const isKnown = typeof changes === 'object';
  const written = isKnown ? [...changedFiles(changes), ...unseenFiles(calls, changes)] : writtenFiles(calls);
  const files = isForeign ? written.map(withRuns) : written;
  const more = isKnown ? Math.max(0, changes.entries.length - MAX_FILES) + Number(changes.isCut) : 0;
  const hosts = hostsOf(calls);
  const acts = actsOf(calls);
  const input = run.inputTokens + partTokens.input;
  const output = run.outputTokens + partTokens.output;
  return {
    files,
    ...(more > 0 && { more_files: more }),
    ...(!isKnown && { files_unknown: true }),
    // Those on other machines are acts.
    commands: calls.filter(({ tool }) => tool !== RUN_ON_MACHINE).flatMap(({ commands }) => commands),
    ...(hosts.length > 0 && { hosts }),
    ...(acts.length > 0 && { acts }),
    ...(media && { media: { ...media, seconds: Math.round(media.seconds) } }),
    tokens: { input, output, total: input + output },
    ...(costNano && { cost_usd: costNano / NANO_PER_DOLLAR }),
    duration_ms: Math.max(0, now.getTime() - run.startedAt.getTime()),
    undo: run.placed.length > 0 || hasChanged(changes) ? 'available' : 'none',
  };
}

const hasChanged = (changes: ReceiptSource['changes']): boolean =>
  typeof changes === 'object' ? changes.entries.length > 0 : changes === 'unreachable';

/** One entry for each host, in the order in which they were first reached. */
function hostsOf(calls: readonly CallRow[]): NonNullable<Receipt['hosts']> {
  const byHost = new Map<string, NonNullable<Receipt['hosts']>[number]>();
  for (const { host, bytesIn, bytesOut, refused } of calls.flatMap(({ egress }) => egress)) {
    const known = byHost.get(host) ?? { host, bytes_in: 0, bytes_out: 0, refused: false };
    known.bytes_in += bytesIn;
    known.bytes_out += bytesOut;
    known.refused ||= refused;
    if (byHost.size < MAX_HOSTS) byHost.set(host, known);
  }
  return [...byHost.values()];
}

/** What runs by itself was allowed by the user, and may lie where the computer keeps no history. */
function unseenFiles(calls: readonly CallRow[], { entries }: RunChanges): Receipt['files'] {
  const seen = new Set(entries.map(({ location }) => addressOf(location)));
  return writtenFiles(calls).filter((file) => runsLater(file.path)?.how === 'by-itself' && !seen.has(addressOf(file)));
}

/** Marks what runs later, because words of others may be in it. */
function withRuns(file: Receipt['files'][number]): Receipt['files'][number] {
  const runs = file.change === 'deleted' || file.kind === 'folder' ? undefined : runsLater(file.path);
  return runs ? { ...file, runs: runs.how } : file;
}

const copyOf = ({ root, path }: Location) => ({ root, path: [...path] });

const changedFiles = ({ entries }: RunChanges): Receipt['files'] =>
  entries.slice(0, MAX_FILES).map(({ location, kind, change, from }) => ({
    ...copyOf(location),
    change,
    kind,
    ...(from && { from: copyOf(from) }),
  }));

/** What the tools for files say that they have written. */
function writtenFiles(calls: readonly CallRow[]): Receipt['files'] {
  const written = calls.flatMap(({ paths }) => paths.filter(({ kind }) => kind === 'write'));
  const byAddress = new Map(written.map((path) => [JSON.stringify([path.root, path.path]), path]));
  return [...byAddress.values()].slice(0, MAX_FILES).map((path) => ({ ...copyOf(path), change: 'modified' }));
}
