export const folder: string;
export function buildPlugin(): Promise<string>;
