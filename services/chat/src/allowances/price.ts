/** What models cost. Amounts are billionths of a dollar, so that a single token has a whole number. */

/** Dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
  /** Of input that the provider reads from its cache, and that it writes into it; undefined: as other input. */
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
}

export interface Tokens {
  /** All of it, also what is `cached`. */
  readonly input: number;
  readonly output: number;
  readonly cached?: { readonly read: number; readonly written: number };
}

const NANO_PER_TOKEN = 1_000;
export const NANO_PER_CENT = 10_000_000;
export const NANO_PER_DOLLAR = 1_000_000_000;

/** `units` at so many dollars each. Rounded, because products of fractions are inexact. */
export const costOfUnits = (dollars: number, units: number): number => Math.round(dollars * units * NANO_PER_DOLLAR);

export function costOf(price: Price | undefined, { input, output, cached }: Tokens): number {
  if (!price) return 0;
  const { read, written } = cached ?? { read: 0, written: 0 };
  const ofInput =
    (input - read - written) * price.input +
    read * (price.cacheRead ?? price.input) +
    written * (price.cacheWrite ?? price.input);
  return Math.ceil(ofInput * NANO_PER_TOKEN + output * price.output * NANO_PER_TOKEN);
}
