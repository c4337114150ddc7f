/** A recording that is too long for one request, and a model that hears it. */
import type { FakeMedia } from '../../product/fake-media.js';
import type { Person } from '../../product/product.js';
import { wav } from '../../product/sound.js';

interface Listening {
  readonly media: FakeMedia;
  /** The address at which pods reach this machine. */
  readonly outside: string;
  readonly upload: (name: string, bytes: Uint8Array) => Promise<void>;
}

/** Connects the model, and has ten minutes with two pauses transcribed. Returns the events of the answer. */
export async function transcribeLong(person: Person, { media, outside, upload }: Listening): Promise<string> {
  const connected = await person.fetch('/api/media-models/transcription', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      model: 'whisper-1',
      base_url: media.url.replace('127.0.0.1', outside),
      api_key: media.key,
    }),
  });
  if (!connected.ok) throw new Error(`the model was not connected: ${await connected.text()}`);
  await upload('long.wav', wav(600, [230, 490]));
  const form = new FormData();
  form.append('relative_path', 'long.wav');
  // Longer than one request may be.
  form.append('duration', '1300');
  const answer = await person.fetch('/api/transcribe/audio', { method: 'POST', body: form });
  const events = await answer.text();
  if (!answer.ok) throw new Error(`the recording was refused: ${events}`);
  return events;
}
