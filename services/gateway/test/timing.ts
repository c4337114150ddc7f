/** Does the time of an answer tell two questions apart? Pairs in turns, so that what the machine does meanwhile meets both alike. */
import { Agent, request } from 'node:http';

export interface Question {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  /** Another visitor, where an address may only ask so often. */
  readonly localAddress?: string;
}

export interface Verdict {
  /** Median of the differences within a pair, in milliseconds. */
  readonly difference: number;
  /** What chance alone stays far below. */
  readonly bound: number;
  readonly tells: boolean;
}

/** Standard errors a difference must exceed to count: so many that a busy machine's noise never does. */
const ERRORS = 10;
/** What a network hides anyway. */
const MIN_MS = 1.5;
/** Spread of a normal distribution from the median of its deviations, and the error of a median from the spread. */
const SPREAD_OF_MAD = 1.483;
const ERROR_OF_MEDIAN = 1.253;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

export function judge(differences: readonly number[]): Verdict {
  const difference = median(differences);
  const spread = SPREAD_OF_MAD * median(differences.map((value) => Math.abs(value - difference)));
  const bound = Math.max(MIN_MS, (ERRORS * ERROR_OF_MEDIAN * spread) / Math.sqrt(differences.length));
  return { difference, bound, tells: Math.abs(difference) > bound };
}

/** Asks both questions `pairs` times, in turns first; differences of their times in milliseconds. */
export async function differences(
  port: number,
  {
    pairs,
    warmUp,
    one,
    other,
  }: { pairs: number; warmUp: number; one: (pair: number) => Question; other: (pair: number) => Question },
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const found: number[] = [];
  for (let pair = 0; pair < pairs + warmUp; pair++) {
    const times = { one: 0, other: 0 };
    const turns = pair % 2 === 0 ? (['one', 'other'] as const) : (['other', 'one'] as const);
    for (const turn of turns) times[turn] = await timeOf(port, agent, (turn === 'one' ? one : other)(pair));
    if (pair >= warmUp) found.push(times.one - times.other);
  }
  agent.destroy();
  return found;
}

function timeOf(port: number, agent: Agent, { method, path, headers, body, localAddress }: Question): Promise<number> {
  return new Promise((resolve, reject) => {
    const type =
      body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) };
    const begun = performance.now();
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        agent,
        localAddress,
        method,
        path,
        headers: { host: `localhost:${port}`, ...type, ...headers },
      },
      (answer) => {
        answer.resume().on('end', () => resolve(performance.now() - begun));
      },
    );
    outgoing.on('error', reject).end(body);
  });
}
