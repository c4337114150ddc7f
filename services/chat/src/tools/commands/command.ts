/** Runs one command on the computer and streams its output. */
import { byAssistant, fromAgentPath, toAgentPath } from '@zo/computer-client';
import type { HeldText, RunResponse, RunResponse_Exit } from '@zo/proto/agent/v1';
import type { CallContext, LeftText, RecordedCommand, ToolContext } from '../tool.js';

export interface CommandResult {
  readonly stdout: string;
  readonly stderr: string;
  readonly code: number;
  readonly signal: string;
  readonly timedOut: boolean;
  /** Both streams in the order of arrival. */
  readonly combined: string;
}

const MAX_HELD = 20;
const MAX_CHANGES = 200;
const MAX_TEXTS = 5;
const MAX_TEXT = 2_000;
export const MAX_OUTPUT_BYTES = 64 * 1024;
/** The agent's own limit for one command. */
export const MAX_MS = 600_000;

const shownText = ({ path, text, isLink, isCut, isBinary }: HeldText): LeftText => ({
  file: fromAgentPath(path),
  text: text.slice(0, MAX_TEXT).toWellFormed(),
  kind: isBinary ? 'binary' : isLink ? 'link' : 'text',
  isCut: isCut || text.length > MAX_TEXT,
});

export interface Command {
  readonly cmd: string;
  readonly cwd?: string;
  readonly env?: Record<string, string>;
}

export async function runCommand(context: ToolContext, { cmd, cwd, env = {} }: Command): Promise<CommandResult> {
  const recorded = await context.willRun(cmd);
  const request = {
    command: cmd,
    cwd: folderOf(cwd),
    timeoutMs: MAX_MS,
    maxOutputBytes: MAX_OUTPUT_BYTES,
    env: { ...env, ...recorded.env },
    closedTicket: recorded.closedTicket,
    rehearse: recorded.rehearse,
    programs: context.programs.map(toAgentPath),
    cause: byAssistant(context.conversationId),
  };
  try {
    const events = context.computer.processes.run(request, { signal: context.signal });
    return await outputOf(context, events, (exit) => record(recorded, exit));
  } finally {
    await recorded.over();
  }
}

function record(recorded: RecordedCommand, exit: RunResponse_Exit): void {
  const would = {
    write: exit.wouldWrite.slice(0, MAX_CHANGES),
    delete: exit.wouldDelete.slice(0, MAX_CHANGES),
    writeCount: exit.writeCount,
    deleteCount: exit.deleteCount,
  };
  recorded.ended(exit.signal === '' && !exit.timedOut ? exit.code : null, recorded.rehearse ? would : undefined);
  const { heldId, held, heldCount: count, heldTexts } = exit;
  const texts = heldTexts.slice(0, MAX_TEXTS).map(shownText);
  if (count > 0) recorded.leftToRun({ heldId, files: held.slice(0, MAX_HELD).map(fromAgentPath), count, texts });
}

/** Streams what a command prints, and returns all of it. */
export async function outputOf(
  context: Pick<CallContext, 'output'>,
  events: AsyncIterable<RunResponse>,
  onExit: (exit: RunResponse_Exit) => void,
): Promise<CommandResult> {
  const sink = { stdout: '', stderr: '', combined: '' };
  const decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  let end = { code: -1, signal: '', timedOut: false };
  for await (const { event } of events) {
    if (event.case === 'exit') {
      const { code, signal, timedOut } = event.value;
      end = { code, signal, timedOut };
      onExit(event.value);
    }
    if (event.case !== 'output') continue;
    const stream = event.value.stderr ? 'stderr' : 'stdout';
    const gap = event.value.droppedBefore > 0n ? `\n… (${event.value.droppedBefore} bytes are left out here) …\n` : '';
    const text = gap + decoders[stream].decode(event.value.data, { stream: true });
    sink[stream] += text;
    sink.combined += text;
    if (text !== '') context.output(stream, text);
  }
  return { ...sink, ...end };
}

/**
 * Converts a folder to the agent's form: absolute, or relative to the home. A relative `cwd` starts in the workspace.
 */
function folderOf(cwd: string | undefined): string {
  if (!cwd || cwd.startsWith('/')) return cwd ?? '';
  if (cwd === '~') return '.';
  return cwd.startsWith('~/') ? cwd.slice(2) : `workspace/${cwd}`;
}

/** Describes a command for the model: its output, and how it ended if it failed. */
export function describe({ combined, code, signal, timedOut }: CommandResult): string {
  const end = timedOut ? '(ended after 10 minutes)' : signal !== '' ? `(ended by ${signal})` : `(exit code ${code})`;
  const lines = [combined.replace(/\n+$/, ''), succeeded({ code, signal, timedOut }) ? '' : end].filter(Boolean);
  return lines.join('\n') || '(no output)';
}

export const succeeded = ({ code, timedOut, signal }: Pick<CommandResult, 'code' | 'timedOut' | 'signal'>) =>
  code === 0 && !timedOut && signal === '';
