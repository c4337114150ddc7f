// AP-01
export const APPEARANCE = { custom: 'Custom', fresh: 'New' } as const;
