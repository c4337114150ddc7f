/** How a script ended, in words and numbers. */
import type { ScriptCall } from './scripts.repository.js';

const MAX_SAID = 200;
const MAX_SCRIPT = 200;
const MAX_OUTPUT = 1_000;

/** Null: it was ended, refused, or its end is not known. */
export const exitCodeOf = ({ commands }: Pick<ScriptCall, 'commands'>): number | null =>
  commands.at(-1)?.exit_code ?? null;

/** Or it was only rehearsed. */
export const hasSucceeded = (call: ScriptCall): boolean =>
  call.decision === 'rehearsed' || (call.state === 'done' && exitCodeOf(call) === 0);

/** What it wrote without the line that says how it ended, or why it did not run. */
function outputOf(call: ScriptCall): string {
  const { result } = call;
  if (result?.type === 'error') return result.message;
  const items = result?.type === 'list' ? result.items : [];
  return (hasSucceeded(call) ? items : items.slice(0, -1)).filter(Boolean).join('\n').trimEnd();
}

/** Undefined: all scripts that ran succeeded. */
export function failureOf(calls: readonly ScriptCall[], count: number): string | undefined {
  const last = calls.at(-1);
  if (!last || hasSucceeded(last)) return undefined;
  const which = count === 1 ? 'The script' : `Script ${calls.length} of ${count}`;
  const code = exitCodeOf(last);
  const said = outputOf(last).split('\n').at(-1)!.trim().slice(-MAX_SAID).toWellFormed();
  if (last.state === 'done' && code !== null)
    return `${which} ended with exit code ${code}${said === '' ? '.' : `: ${said}`}`;
  const end = last.result?.type === 'list' ? last.result.items.at(-1)! : said || 'Its end is not known.';
  return `${which} did not run to its end: ${end}`;
}

/** As the history of its schedule shows it. */
export const toldOf = (call: ScriptCall) => {
  const exitCode = exitCodeOf(call);
  return {
    script: call.args.script.slice(0, MAX_SCRIPT).toWellFormed(),
    ...(exitCode !== null && { exitCode }),
    durationMs: BigInt(Math.round(call.durationMs ?? 0)),
    output: outputOf(call).slice(-MAX_OUTPUT).toWellFormed(),
  };
};
