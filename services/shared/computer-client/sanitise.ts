/** Sanitises values that a computer reports: finite numbers, valid times, short texts. */
const MAX_TIME_MS = 8_640_000_000_000_000;
const MAX_TEXT = 200;

/** Returns a number from 0 to `max`; 0 for anything that is not one. */
export const sanitiseAmount = (value: number | bigint, max = Number.MAX_SAFE_INTEGER): number => {
  const amount = Number(value);
  return amount >= 0 ? Math.min(amount, max) : 0;
};

export const sanitiseTime = (unixMs: number): Date => new Date(sanitiseAmount(unixMs, MAX_TIME_MS));

export const sanitiseText = (text: string, max = MAX_TEXT): string => text.slice(0, max);
