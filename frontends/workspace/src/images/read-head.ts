/** Enough for the data that cameras put before the size of a JPEG. */
const HEAD_BYTES = 256 * 1024;

/** The beginning of an image. @throws when the server does not answer with a part */
export async function readHead(url: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(url, { headers: { range: `bytes=0-${HEAD_BYTES - 1}` }, signal });
  // Only a part of a file is an answer to a question for a part.
  if (answer.status !== 206) throw new Error(`status ${answer.status}`);
  return answer.bytes();
}
