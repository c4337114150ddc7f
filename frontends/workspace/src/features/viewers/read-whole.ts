/** Why a file cannot be shown. */
export type ReadProblem = 'empty' | 'too-large' | 'unreachable';

export class ReadError extends Error {
  readonly problem: ReadProblem;

  constructor(problem: ReadProblem) {
    super(problem);
    this.problem = problem;
  }
}

export interface ReadLimits {
  /** Maximum size in bytes. */
  maxBytes: number;
  signal: AbortSignal;
}

/** All bytes of a file. @throws ReadError, AbortError */
export async function readWhole(url: string, { maxBytes, signal }: ReadLimits): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(url, { signal }).catch((error: unknown) => {
    throw signal.aborted ? error : new ReadError('unreachable');
  });
  if (!answer.ok) throw new ReadError('unreachable');
  if (Number(answer.headers.get('content-length') ?? 0) > maxBytes) {
    await answer.body?.cancel();
    throw new ReadError('too-large');
  }
  const bytes = await answer.bytes().catch((error: unknown) => {
    throw signal.aborted ? error : new ReadError('unreachable');
  });
  if (bytes.length === 0) throw new ReadError('empty');
  if (bytes.length > maxBytes) throw new ReadError('too-large');
  return bytes;
}
