import type { ConversationData, Message, Part, RunEvents, ToolPart } from './types';

export const EVENT_TYPES = [
  'run.started',
  'run.resumed',
  'text.delta',
  'reasoning.delta',
  'tool.start',
  'tool.approval',
  'tool.running',
  'tool.output',
  'tool.end',
  'tool.sub_run',
  'step.end',
  'steer',
  'summary',
  'provisional',
  'run.end',
] as const satisfies (keyof RunEvents)[];

export type RunEvent = { [K in keyof RunEvents]: { seq: number; type: K; data: RunEvents[K] } }[keyof RunEvents];

const LIVE_OUTPUT = 20_000;

/** Words that are not stored yet. */
type ProvisionalPart = Part & { isProvisional?: true };

/** D13: applies an event to the cached chat exactly once; events it already contains change nothing. */
export function applyRunEvent(chat: ConversationData, event: RunEvent): void {
  const run = chat.active_run;
  if (!run) return;
  const message = chat.messages.findLast(({ id }) => id === run.message_id);
  if (event.type === 'provisional') {
    if (message && event.data.seq === run.seq + 1) showProvisional(message.parts, event.data);
    return;
  }
  if (event.seq <= run.seq) return;
  run.seq = event.seq;
  if (!message) return;
  dropProvisional(message.parts);
  if (event.type === 'run.started' && event.data.zofile) message.zofile = event.data.zofile;
  if (event.type === 'run.end') return endRun(chat, message, event.data);
  if (event.type === 'steer') chat.queued = chat.queued.filter(({ id }) => id !== event.data.id);
  const call = event.type === 'tool.sub_run' ? event.data.event?.type : event.type;
  if (call === 'tool.approval') run.status = 'waiting';
  if (call === 'tool.running' || call === 'tool.end') run.status = 'running';
  applyToParts(message.parts, event);
}

function showProvisional(parts: ProvisionalPart[], { type, text }: RunEvents['provisional']): void {
  dropProvisional(parts);
  parts.push({ type, text, isProvisional: true });
}

/** The worker that showed them may have died before it stored them; the next event says what became of them. */
function dropProvisional(parts: ProvisionalPart[]): void {
  if (parts.at(-1)?.isProvisional) parts.pop();
}

function endRun(chat: ConversationData, message: Message, { status, error, receipt }: RunEvents['run.end']): void {
  message.status = status;
  if (error) message.error = error;
  if (receipt) message.receipt = receipt;
  chat.usage.total_tokens += receipt?.tokens.total ?? 0;
  chat.running = false;
  delete chat.active_run;
}

/** An event without its place in the run. */
type Shown = { [K in keyof RunEvents]: { type: K; data: RunEvents[K] } }[keyof RunEvents];

function applyToParts(parts: Part[], event: Shown): void {
  switch (event.type) {
    case 'text.delta':
      return append(parts, 'text', event.data.text);
    case 'reasoning.delta':
      return append(parts, 'reasoning', event.data.text);
    case 'summary':
      parts.push({ type: 'summary', ...event.data });
      return;
    case 'steer':
      parts.push({ type: 'steer', ...event.data });
      return;
    case 'tool.start':
      parts.push({ type: 'tool', state: 'pending', ...event.data });
      return;
    case 'tool.approval':
      return change(parts, event.data.call_id, {
        state: 'approval',
        approval: {
          id: event.data.approval_id,
          reason: event.data.reason,
          hosts: event.data.hosts,
          files: event.data.files,
          texts: event.data.texts,
          until: event.data.until,
        },
      });
    case 'tool.running':
      return change(parts, event.data.call_id, { state: 'running', approval: undefined });
    case 'tool.output': {
      const { call_id, text } = event.data;
      return change(parts, call_id, (part) => ({ output: ((part.output ?? '') + text).slice(-LIVE_OUTPUT) }));
    }
    case 'tool.sub_run': {
      const { call_id, run_id, seq, event: shown } = event.data;
      return change(parts, call_id, (part) => {
        const inner: Part[] = part.sub_run?.parts ?? [];
        if (shown) applyToParts(inner, shown as Shown);
        return { sub_run: { run_id, seq, parts: inner as ToolPart[] } };
      });
    }
    case 'tool.end': {
      const { call_id, state, result, duration_ms } = event.data;
      const isStopped = result.type === 'error' && result.code === 'stopped';
      // What a command had printed when it was stopped is nowhere else.
      return change(parts, call_id, ({ output }) => ({
        state,
        result,
        duration_ms,
        output: isStopped ? output : undefined,
        approval: undefined,
      }));
    }
  }
}

function change(
  parts: Part[],
  callId: string,
  changes: Partial<ToolPart> | ((part: ToolPart) => Partial<ToolPart>),
): void {
  const part = parts.findLast(
    (candidate): candidate is ToolPart => candidate.type === 'tool' && candidate.call_id === callId,
  );
  if (part) Object.assign(part, typeof changes === 'function' ? changes(part) : changes);
}

function append(parts: Part[], type: 'text' | 'reasoning', text: string): void {
  const last = parts.at(-1);
  if (last?.type === type) last.text += text;
  else parts.push({ type, text });
}
