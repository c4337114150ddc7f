import { EventSourceParserStream } from 'eventsource-parser/stream';
import { newTrace, problemFromResponse } from '@zo/web/store';
import type { SendBody, Sent } from './types';

export interface StreamedEvent {
  readonly id?: string | undefined;
  readonly event?: string | undefined;
  readonly data: string;
}
export type RunReader = ReadableStreamDefaultReader<StreamedEvent>;

/** Answer streams of sent messages, until the chat that shows them claims them. */
const begun = new Map<string, RunReader>();
const UNCLAIMED_MS = 5_000;

/** Sends a message and resolves when the server accepts it; its answer stream waits for `claimRun`. @throws Problem */
export async function sendAndFollow(conversationId: string, body: SendBody): Promise<Sent> {
  const response = await fetch(`/api/conversations/${conversationId}/messages/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: newTrace() },
    body: JSON.stringify(body),
  });
  if (!response.ok || !response.body) throw await problemFromResponse(response);
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
    .getReader();
  const first = await events.read();
  if (first.done || first.value.event !== 'sent') throw new Error('The answer could not be read.');
  const sent = JSON.parse(first.value.data) as Sent;
  begun.set(sent.run_id, events);
  setTimeout(() => void claimRun(sent.run_id)?.cancel(), UNCLAIMED_MS);
  return sent;
}

/** The event stream of a run from its first event; can be claimed once. */
export function claimRun(runId: string): RunReader | undefined {
  const events = begun.get(runId);
  begun.delete(runId);
  return events;
}
