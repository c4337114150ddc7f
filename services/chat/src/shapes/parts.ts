/** The parts of an answer, and how they are built from the events of its run. */
import { z } from 'zod';
import { asked } from './asked.js';
import { receipt } from './receipt.js';
import { type ToolResult, toolResult } from './tool-result.js';
import { answeredAs } from './zofile.js';

const toolState = z.enum(['pending', 'approval', 'running', 'done', 'error', 'denied']).meta({ id: 'ToolState' });
export type ToolState = z.infer<typeof toolState>;

/** Where the question is about hosts: `approve_chat` for the chat, a day long; `approve_always` for all chats. */
export const approvalAnswer = z.enum(['approve', 'approve_chat', 'approve_always', 'deny']);
export type ApprovalAnswer = z.infer<typeof approvalAnswer>;

/** What is in a file that would run by itself. */
const approvalText = z
  .strictObject({
    file: z.string(),
    /** Of a link where it leads; empty if it is binary. */
    text: z.string(),
    kind: z.enum(['text', 'link', 'binary']),
    is_cut: z.boolean(),
  })
  .meta({ id: 'ApprovalText' });
export type ApprovalText = z.infer<typeof approvalText>;

const callPart = z
  .strictObject({
    type: z.literal('tool'),
    call_id: z.string(),
    tool: z.string(),
    args: z.unknown(),
    state: toolState,
    result: toolResult.optional(),
    /** Output of a command while it runs, and of one that was stopped. */
    output: z.string().optional(),
    started_at: z.string().optional(),
    duration_ms: z.number().optional(),
    approval: z
      .strictObject({
        id: z.string(),
        reason: z.string(),
        hosts: z.array(z.string()).optional(),
        files: z.array(z.string()).optional(),
        texts: z.array(approvalText).optional(),
        /** When it becomes a no by itself. */
        until: z.iso.datetime().optional(),
      })
      .optional(),
  })
  .meta({ id: 'CallPart' });

const toolPart = callPart
  .extend({
    /** The run that the call started, and its calls. */
    sub_run: z.strictObject({ run_id: z.string(), seq: z.int(), parts: z.array(callPart) }).optional(),
  })
  .meta({ id: 'ToolPart' });
export type ToolPart = z.infer<typeof toolPart>;

/** Earlier messages, as the model is sent them from here on. */
const summary = z.strictObject({
  text: z.string(),
  /** The first step that stays as it was. */
  before_step: z.int().nullable(),
  /** How many calls of the answer before the summary stay as they were, with what was written around them. */
  kept_calls: z.int().optional(),
});

export const part = z
  .discriminatedUnion('type', [
    z.strictObject({ type: z.literal('text'), text: z.string() }),
    z.strictObject({ type: z.literal('reasoning'), text: z.string() }),
    toolPart,
    summary.extend({ type: z.literal('summary') }),
    /** What the user said while the answer was written. */
    asked.extend({ type: z.literal('steer'), id: z.uuid() }),
  ])
  .meta({ id: 'Part' });
export type Part = z.infer<typeof part>;

export const runStatus = z
  .enum(['running', 'waiting', 'complete', 'stopped', 'failed', 'interrupted'])
  .meta({ id: 'RunStatus' });
export type RunStatus = z.infer<typeof runStatus>;

const callId = z.string();
export const callEvents = {
  'tool.start': z.strictObject({ call_id: callId, tool: z.string(), args: z.unknown(), started_at: z.string() }),
  'tool.approval': z.strictObject({
    call_id: callId,
    approval_id: z.string(),
    reason: z.string(),
    args: z.unknown(),
    /** The question is whether the chat may reach these; its command has run without. */
    hosts: z.array(z.string()).optional(),
    /** The question is whether these may run by themselves later; they are as they were before. */
    files: z.array(z.string()).optional(),
    /** What is in the first of them. */
    texts: z.array(approvalText).optional(),
    /** When it becomes a no by itself. */
    until: z.iso.datetime().optional(),
  }),
  'tool.running': z.strictObject({ call_id: callId }),
  'tool.end': z.strictObject({ call_id: callId, state: toolState, result: toolResult, duration_ms: z.number() }),
};
const event = <T extends keyof typeof callEvents>(type: T) =>
  z.strictObject({ type: z.literal(type), data: callEvents[type] });

/** A call of the run that a call has started. */
const subRunEvent = z.discriminatedUnion('type', [
  event('tool.start'),
  event('tool.approval'),
  event('tool.running'),
  event('tool.end'),
]);
export type SubRunEvent = z.infer<typeof subRunEvent>;

/** Data of each kind of event that is stored. */
export const runEvents = z.strictObject({
  'run.started': z.strictObject({ message_id: z.string(), model: z.string(), zofile: answeredAs.optional() }),
  'run.resumed': z.strictObject({ attempt: z.number() }),
  'text.delta': z.strictObject({ message_id: z.string(), text: z.string() }),
  'reasoning.delta': z.strictObject({ message_id: z.string(), text: z.string() }),
  ...callEvents,
  'tool.output': z.strictObject({ call_id: callId, stream: z.enum(['stdout', 'stderr']), text: z.string() }),
  /** The call has started a run, or that has made an event of this `seq`. Long texts are cut. */
  'tool.sub_run': z.strictObject({
    call_id: callId,
    run_id: z.string(),
    seq: z.int(),
    event: subRunEvent.optional(),
  }),
  'step.end': z.strictObject({ usage: z.strictObject({ input: z.number(), output: z.number(), total: z.number() }) }),
  /** What the user said meanwhile, as the next step is shown it. */
  steer: asked.extend({ id: z.uuid() }),
  summary,
  'run.end': z.strictObject({ status: runStatus, error: z.string().optional(), receipt: receipt.optional() }),
});

/**
 * The first words of an answer, shown while they are stored. The next event of the run replaces them; `seq` is the one
 * that it has.
 */
const provisional = z.strictObject({
  seq: z.int(),
  message_id: z.string(),
  type: z.enum(['text', 'reasoning']),
  text: z.string(),
});
export type Provisional = z.infer<typeof provisional>;

/** Data of each kind of event, as sent to browsers. */
export const shownEvents = runEvents
  .extend({ provisional })
  .meta({ id: 'RunEvents', description: 'Data of each kind of event' });
export type RunEvents = z.infer<typeof runEvents>;

export type RunEventType = keyof RunEvents;
export type RunEvent = { [K in RunEventType]: { type: K; data: RunEvents[K] } }[RunEventType];

const LIVE_OUTPUT_CHARS = 20_000;

/** Applies one event to the parts of a message, in place. */
export function applyEvent(parts: Part[], event: RunEvent): void {
  if (event.type === 'text.delta') return appendText(parts, 'text', event.data.text);
  if (event.type === 'reasoning.delta') return appendText(parts, 'reasoning', event.data.text);
  if (event.type === 'tool.start') {
    const { call_id, tool, args, started_at } = event.data;
    parts.push({ type: 'tool', call_id, tool, args, started_at, state: 'pending' });
    return;
  }
  if (event.type === 'summary') return void parts.push({ type: 'summary', ...event.data });
  if (event.type === 'steer') return void parts.push({ type: 'steer', ...event.data });
  if (!event.type.startsWith('tool.')) return;
  applyToCall(parts, event);
}

function applyToCall(parts: Part[], event: RunEvent): void {
  const callId = (event.data as { call_id: string }).call_id;
  const part = parts.findLast(
    (candidate): candidate is ToolPart => candidate.type === 'tool' && candidate.call_id === callId,
  );
  if (!part) return;
  if (event.type === 'tool.sub_run') {
    const { run_id, seq, event: shown } = event.data;
    const parts = part.sub_run?.parts ?? [];
    if (shown) applyEvent(parts, shown);
    part.sub_run = { run_id, seq, parts };
  } else if (event.type === 'tool.approval') {
    part.state = 'approval';
    const { call_id: _of, args: _args, approval_id: id, ...asked } = event.data;
    part.approval = { id, ...asked };
  } else if (event.type === 'tool.running') {
    part.state = 'running';
    delete part.approval;
  } else if (event.type === 'tool.output') {
    part.output = ((part.output ?? '') + event.data.text).slice(-LIVE_OUTPUT_CHARS);
  } else if (event.type === 'tool.end') {
    part.state = event.data.state;
    part.result = event.data.result;
    part.duration_ms = event.data.duration_ms;
    // What a command had printed when it was stopped is nowhere else.
    if (!wasStopped(event.data.result)) delete part.output;
    delete part.approval;
  }
}

const wasStopped = (result: ToolResult): boolean => result.type === 'error' && result.code === 'stopped';

function appendText(parts: Part[], type: 'text' | 'reasoning', text: string): void {
  const last = parts.at(-1);
  if (last?.type === type) last.text += text;
  else parts.push({ type, text });
}

/** Returns the parts after all these events. */
export function foldEvents(events: Iterable<RunEvent>): Part[] {
  const parts: Part[] = [];
  for (const event of events) applyEvent(parts, event);
  return parts;
}

/** Returns the plain text of an answer. */
export const textOf = (parts: readonly Part[]) =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');

/**
 * Makes a value storable as Postgres jsonb: replaces null characters and unpaired surrogates, which the output of a
 * model or a command may contain.
 */
export function sanitise<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\u0000', '\uFFFD').toWellFormed() as T;
  if (Array.isArray(value)) return value.map(sanitise) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [sanitise(key), sanitise(item)])) as T;
}
