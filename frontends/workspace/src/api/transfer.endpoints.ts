import type { Asked, SendingLine } from '@zo/web/api';
import { api, eachLine, NDJSON } from '@zo/web/store';
import type { Location } from '@zo/web/paths';

/** What became of one entry that was sent to another computer. */
export interface Sent extends Location {
  to?: Location;
  leftOut?: number;
  error?: string;
}

interface Sending {
  verb: 'move' | 'copy';
  items: Location[];
  target: Location;
  clash: 'refuse' | 'keep-both';
}

type Listener = (bytes: number, total: number) => void;
const listeners = new Map<string, Listener>();

/** The last line has the results; without it the answer was cut off. */
async function resultsOf(id: string, response: Response): Promise<unknown> {
  if (!response.ok || !response.body) return response.json();
  let results: Sent[] | undefined;
  for await (const line of eachLine(response.body)) {
    const told = JSON.parse(line) as SendingLine;
    listeners.get(id)?.(told.bytes, told.total);
    results = told.results as Sent[] | undefined;
  }
  if (!results) throw new Error('The connection was lost.');
  return { results };
}

export const transferApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** `id`: of its progress. */
    sendEntries: build.mutation<{ results: Sent[] }, { id: string; sending: Sending }>({
      query: ({ id, sending }) => ({
        url: 'files/transfer',
        method: 'POST',
        headers: { accept: NDJSON },
        body: sending satisfies Asked<'Transfer.transfer'>,
        responseHandler: (response) => resultsOf(id, response),
      }),
    }),
  }),
});

/** Calls `listener` with the bytes that have arrived of a transfer, until it is unsubscribed. */
export function onSent(id: string, listener: Listener): () => void {
  listeners.set(id, listener);
  return () => void listeners.delete(id);
}
