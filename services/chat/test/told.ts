/** What chat told other services of runs. */
import { fromBinary, toJson } from '@bufbuild/protobuf';
import { chatEvents } from '@zo/proto/topics';
import type { Harness } from './harness.js';

export type Told = Record<string, string> & { type: string };

/** In order, of those whose origin has this beginning. */
export async function toldOfOrigin({ sql }: Harness, origin: string): Promise<Told[]> {
  const { rows } = await sql.query<{ type: keyof typeof chatEvents.events; payload: Buffer }>(
    `select type, payload from events.log where topic = 'chat.events.v1' order by "offset"`,
  );
  return rows
    .map(({ type, payload }) => {
      const { message } = chatEvents.events[type];
      return { type, ...(toJson(message, fromBinary(message, payload)) as object) } as Told;
    })
    .filter(({ originId }) => originId?.startsWith(origin));
}
