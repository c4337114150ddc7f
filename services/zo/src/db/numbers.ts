/** `bigint` columns as numbers: amounts stay below 2^53. */
export const toNumber = {
  to: (value: number | null | undefined) => value,
  from: (value: string | number | null) => (value === null ? null : Number(value)),
};
