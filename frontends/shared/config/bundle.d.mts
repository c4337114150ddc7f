/** Bundles one entry. Returns its code and the files it was built from. */
export function bundle(
  entry: string,
  options: { mode: 'development' | 'production'; target: 'web' | 'webworker' },
): Promise<{ code: Buffer; files: string[] }>;
