/** What models cost. Amounts are billionths of a dollar, so that a single token has a whole number. */

/** Dollars per million tokens. */
export interface Price {
  readonly input: number;
  readonly output: number;
}

export interface Tokens {
  readonly input: number;
  readonly output: number;
}

const NANO_PER_TOKEN = 1_000;
export const NANO_PER_CENT = 10_000_000;
export const NANO_PER_DOLLAR = 1_000_000_000;

/** `units` at so many dollars each. Rounded, because products of fractions are inexact. */
export const costOfUnits = (dollars: number, units: number): number => Math.round(dollars * units * NANO_PER_DOLLAR);

export const costOf = (price: Price | undefined, { input, output }: Tokens): number =>
  price ? Math.ceil(input * price.input * NANO_PER_TOKEN + output * price.output * NANO_PER_TOKEN) : 0;
