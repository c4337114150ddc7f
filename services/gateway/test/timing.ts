/**
 * Measures whether response times distinguish two requests. They alternate in pairs, so that other load affects both
 * alike.
 */
import { Agent, request } from 'node:http';

export interface Question {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  /** Source address of the request, where one address is rate limited. */
  readonly localAddress?: string;
}

export interface Verdict {
  /** Median of the differences within a pair, in milliseconds. */
  readonly difference: number;
  /** Random noise alone stays far below this difference. */
  readonly bound: number;
  readonly tells: boolean;
}

/** Standard errors that a difference must exceed to count: so many that the noise of a busy machine never does. */
const ERRORS = 10;
/** A difference that a network hides anyway. */
const MIN_MS = 1.5;
/**
 * Factors from the median absolute deviation to the spread of a normal distribution, and from that to the error of a
 * median.
 */
const SPREAD_OF_MAD = 1.483;
const ERROR_OF_MEDIAN = 1.253;

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

export function judge(differences: readonly number[]): Verdict {
  const difference = median(differences);
  const spread = SPREAD_OF_MAD * median(differences.map((value) => Math.abs(value - difference)));
  const bound = Math.max(MIN_MS, (ERRORS * ERROR_OF_MEDIAN * spread) / Math.sqrt(differences.length));
  return { difference, bound, tells: Math.abs(difference) > bound };
}

/**
 * Sends both requests `pairs` times, alternating which is first; returns the differences of their times in
 * milliseconds.
 */
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
