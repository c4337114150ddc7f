import { rmSync } from 'node:fs';

/** Programs of a computer, or of a database, may write for a moment after whoever started them was killed. */
export const removeFolder = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 20 });
