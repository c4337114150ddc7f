/** What an answer consists of, and how it grows out of the events of its run. */
import type { ToolResult } from '../tools/tool.js';

export type ToolState = 'pending' | 'approval' | 'running' | 'done' | 'error' | 'denied';

export interface ToolPart {
  type: 'tool';
  call_id: string;
  tool: string;
  args: unknown;
  state: ToolState;
  result?: ToolResult;
  output?: string;
  started_at?: string;
  duration_ms?: number;
  approval?: { id: string; reason: string };
}

export type Part = { type: 'text'; text: string } | { type: 'reasoning'; text: string } | ToolPart;

export type RunStatus = 'running' | 'waiting' | 'complete' | 'stopped' | 'failed' | 'interrupted';

export interface Receipt {
  files: { root: string; path: string[]; change: 'created' | 'modified' | 'deleted' }[];
  commands: string[];
  tokens: { input: number; output: number; total: number };
  duration_ms: number;
  undo: 'available' | 'done' | 'none';
}

/** Data of each kind of event, as sent to browsers. */
export interface RunEvents {
  'run.started': { message_id: string; model: string };
  'run.resumed': { attempt: number };
  'text.delta': { message_id: string; text: string };
  'reasoning.delta': { message_id: string; text: string };
  'tool.start': { call_id: string; tool: string; args: unknown; started_at: string };
  'tool.approval': { call_id: string; approval_id: string; reason: string; args: unknown };
  'tool.running': { call_id: string };
  'tool.output': { call_id: string; stream: 'stdout' | 'stderr'; text: string };
  'tool.end': { call_id: string; state: ToolState; result: ToolResult; duration_ms: number };
  'step.end': { usage: { input: number; output: number; total: number } };
  'run.end': { status: RunStatus; error?: string; receipt?: Receipt };
}

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
  if (!event.type.startsWith('tool.')) return;
  applyToCall(parts, event);
}

function applyToCall(parts: Part[], event: RunEvent): void {
  const callId = (event.data as { call_id: string }).call_id;
  const part = parts.findLast((candidate): candidate is ToolPart => candidate.type === 'tool' && candidate.call_id === callId);
  if (!part) return;
  if (event.type === 'tool.approval') {
    part.state = 'approval';
    part.approval = { id: event.data.approval_id, reason: event.data.reason };
  } else if (event.type === 'tool.running') {
    part.state = 'running';
    delete part.approval;
  } else if (event.type === 'tool.output') {
    part.output = ((part.output ?? '') + event.data.text).slice(-LIVE_OUTPUT_CHARS);
  } else if (event.type === 'tool.end') {
    part.state = event.data.state;
    part.result = event.data.result;
    part.duration_ms = event.data.duration_ms;
    delete part.output;
    delete part.approval;
  }
}

function appendText(parts: Part[], type: 'text' | 'reasoning', text: string): void {
  const last = parts.at(-1);
  if (last?.type === type) last.text += text;
  else parts.push({ type, text });
}

/** The parts after all these events. */
export function foldEvents(events: Iterable<RunEvent>): Part[] {
  const parts: Part[] = [];
  for (const event of events) applyEvent(parts, event);
  return parts;
}

/** The words of an answer, for search and titles. */
export const textOf = (parts: readonly Part[]) =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');

/**
 * A value as Postgres' jsonb takes it: no zero characters, no half surrogate pairs. What a model or a command
 * writes may hold either.
 */
export function storable<T>(value: T): T {
  if (typeof value === 'string') return value.replaceAll('\u0000', '\uFFFD').toWellFormed() as T;
  if (Array.isArray(value)) return value.map(storable) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storable(key), storable(item)])) as T;
}
