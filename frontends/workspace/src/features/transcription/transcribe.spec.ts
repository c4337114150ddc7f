import { describe, expect, it } from '@jest/globals';
import { eventsOf } from './transcribe';

const bytes = new TextEncoder();
/** A stream of these packets. */
const stream = (...packets: Uint8Array[]) =>
  new ReadableStream<Uint8Array>({
    start(controller) {
      for (const packet of packets) controller.enqueue(packet);
      controller.close();
    },
  });
const all = async (body: ReadableStream<Uint8Array>) => {
  const events = [];
  for await (const event of eventsOf(body)) events.push(event);
  return events;
};

const TEXT =
  'event: TranscribeStartEvent\ndata: {"parts":1}\n\n: still at work\n\n' +
  'event: TranscribeCompleteEvent\ndata: {"path":"w/Müller ☂.mp3.transcript.jsonl"}\n\n';
const EVENTS = [
  { event: 'TranscribeStartEvent', data: { parts: 1 } },
  { event: 'TranscribeCompleteEvent', data: { path: 'w/Müller ☂.mp3.transcript.jsonl' } },
];

describe('the events of a transcription', () => {
  it('are read whole, without comments', async () => {
    expect(await all(stream(bytes.encode(TEXT)))).toEqual(EVENTS);
  });

  it('are the same however their bytes are cut', async () => {
    const encoded = bytes.encode(TEXT);
    for (const size of [1, 2, 3, 7, 50])
      expect(
        await all(
          stream(
            ...Array.from({ length: Math.ceil(encoded.length / size) }, (_none, n) =>
              encoded.subarray(n * size, (n + 1) * size),
            ),
          ),
        ),
      ).toEqual(EVENTS);
  });

  it('end without the one that was cut off', async () => {
    expect(await all(stream(bytes.encode(TEXT.slice(0, -3))))).toEqual(EVENTS.slice(0, 1));
  });

  it('of no end are refused', async () => {
    await expect(all(stream(bytes.encode(`event: x\ndata: ${'x'.repeat(100_000)}`)))).rejects.toThrow('broke off');
  });
});
