/** Builds the receipt of an answer from the ledger alone, so that it states what was really done. */
import type { CallRow, FileVersion } from '../store/ledger.repository.js';
import type { Receipt } from '../../shapes/parts.js';
import type { ToolRegistry } from '../../tools/tool-registry.js';
import type { Run } from '../store/runs.repository.js';

export interface ReceiptSource {
  readonly run: Pick<Run, 'inputTokens' | 'outputTokens' | 'startedAt'>;
  readonly calls: readonly CallRow[];
  readonly versions: readonly FileVersion[];
  readonly tools: Pick<ToolRegistry, 'get'>;
  readonly now: Date;
}

export function receiptOf({ run, calls, versions, tools, now }: ReceiptSource): Receipt {
  const files = new Map<string, Receipt['files'][number]>();
  const written = new Set(
    calls.flatMap((call) =>
      call.state === 'done' ? call.paths.filter(({ kind }) => kind === 'write').map(keyOf) : [],
    ),
  );
  for (const version of versions) {
    const key = keyOf(version);
    if (!written.has(key) || files.has(key)) continue;
    files.set(key, { root: version.root, path: [...version.path], change: version.existed ? 'modified' : 'created' });
  }
  const ran = calls.filter((call) => call.decision === 'run' || call.decision === 'approved');
  const commands = ran
    .filter((call) => tools.get(call.tool)?.class === 'exec')
    .flatMap((call) => commandsOf(call.args));
  return {
    files: [...files.values()],
    commands,
    tokens: { input: run.inputTokens, output: run.outputTokens, total: run.inputTokens + run.outputTokens },
    duration_ms: Math.max(0, now.getTime() - run.startedAt.getTime()),
    undo: files.size > 0 ? 'available' : 'none',
  };
}

export const keyOf = ({ root, path }: { root: string; path: readonly string[] }) => JSON.stringify([root, path]);

function commandsOf(args: unknown): string[] {
  const { cmd, cmd_list } = args as { cmd?: string; cmd_list?: string[] };
  return cmd_list ?? (cmd === undefined ? [] : [cmd]);
}
