/** Which mail came back: reports quote its Message-ID. */
const OURS = /<zo\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\.[\da-f]{12}\.[\da-f]{24}@[^<>\s]{1,255}>/g;
const MAX_LOOKED_AT = 256 * 1024;

export const bouncedIn = (raw: Buffer): string[] => [
  ...new Set(raw.subarray(0, MAX_LOOKED_AT).toString('latin1').match(OURS) ?? []),
];
