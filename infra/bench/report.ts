/** Prints a figure: our value, the baseline of the same run, their ratio and the goal. */

export interface Figure {
  readonly area: string;
  readonly name: string;
  readonly ours: number;
  readonly unit: string;
  /** Baseline: the same work on this machine without the product. */
  readonly floor?: number;
  /** The same work done by another product on this machine. */
  readonly peer?: { readonly name: string; readonly value: number };
  /** The goal in words. */
  readonly goal: string;
}

export function print(figure: Figure): void {
  const { area, name, ours, unit, floor, peer, goal } = figure;
  const ratio = floor === undefined ? '' : `  floor ${number(floor)} ${unit}, ratio ${(ours / floor).toFixed(2)}`;
  const beside = peer ? `  ${peer.name} ${number(peer.value)} ${unit}, ratio ${(ours / peer.value).toFixed(2)}` : '';
  console.log(
    `${area.padEnd(9)} ${name.padEnd(34)} ${number(ours).padStart(9)} ${unit.padEnd(6)}${ratio}${beside}  (goal ` +
      `${goal})`,
  );
  console.log(
    JSON.stringify({ ...figure, ratio: floor === undefined ? undefined : Number((ours / floor).toFixed(3)) }),
  );
}

const number = (value: number) => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));

/** The value below which the given share of the samples lies. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
export const median = (samples: readonly number[]) => quantile(samples, 0.5);

/** Duration of one call in milliseconds. */
export async function time(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

/** Durations of `count` calls in milliseconds, one after the other. */
export async function times(count: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  for (let n = 0; n < count; n++) all.push(await time(() => work(n)));
  return all;
}
