/** Builds the receipt of an answer from the ledger and the computer, so that it states what was really done. */
import type { Location } from '@zo/proto/location';
import type { Receipt } from '../../shapes/receipt.js';
import type { ToolRegistry } from '../../tools/tool-registry.js';
import type { RunChanges } from '../gate/snapshots.js';
import type { CallRow } from '../store/ledger.repository.js';
import type { Run } from '../store/runs.repository.js';

const MAX_FILES = 200;

export interface ReceiptSource {
  readonly run: Pick<Run, 'inputTokens' | 'outputTokens' | 'startedAt'>;
  readonly calls: readonly CallRow[];
  /** Undefined if the computer did not answer. */
  readonly changes: RunChanges | undefined;
  readonly now: Date;
}

/** Whether a call that can change the computer has begun: only then its files may differ. */
export const hasEffects = (calls: readonly CallRow[], tools: Pick<ToolRegistry, 'get'>): boolean =>
  calls.some(({ startedAt, tool }) => startedAt !== null && tools.get(tool)?.class !== 'read-local');

export function receiptOf({ run, calls, changes, now }: ReceiptSource): Receipt {
  const files = changes ? changedFiles(changes) : writtenFiles(calls);
  const more = changes ? changes.entries.length - files.length + Number(changes.isCut) : 0;
  return {
    files,
    ...(more > 0 && { more_files: more }),
    ...(!changes && { files_unknown: true }),
    commands: calls.flatMap(({ commands }) => commands),
    tokens: { input: run.inputTokens, output: run.outputTokens, total: run.inputTokens + run.outputTokens },
    duration_ms: Math.max(0, now.getTime() - run.startedAt.getTime()),
    undo: files.length > 0 || !changes ? 'available' : 'none',
  };
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
