/** The first responses of the API: from the page itself if it brings them along (gateway, page.ts), else asked for. */

interface Answer {
  status: number;
  type: string;
  body: string;
}

declare global {
  /** Called by the page with each response when it arrives; without an answer for one that is not to be awaited. */
  // oxlint-disable-next-line no-var -- declares a property of `window`
  var zoAnswer: ((url: string, answer?: Answer) => void) | undefined;
}

/** `sidebarOpen` is 'true' or 'false' in a page that brings answers along. */
export const { sidebarOpen } = document.documentElement.dataset;

const waiting = new Map<string, (answer?: Answer) => void>();
if (sidebarOpen !== undefined) {
  window.zoAnswer = (url, answer) => waiting.get(url)?.(answer);
  // The rest of the page did not arrive.
  document.addEventListener('DOMContentLoaded', () => waiting.forEach((resolve) => resolve()));
}

const answerOf = (url: string) =>
  new Promise<Answer | undefined>(
    (resolve) => void (sidebarOpen === undefined ? resolve(undefined) : waiting.set(url, resolve)),
  );

const early: Record<string, Promise<Response>> = (window.zoEarly = {});

/**
 * Gets a response for the store.
 *
 * @param from the address of a response in the page that stands for it, perhaps with the first entries only (`more`)
 * @returns what can be shown early: the text of a response that is in the page, or of one line
 */
export function ask(url: string, accept: string, from = url): Promise<string | undefined> {
  const answer = answerOf(from);
  const response = answer.then((known) =>
    known && !hasMore(known) ? asResponse(known) : fetch(url, { headers: { accept } }),
  );
  early[url] = response;
  // Reading a response takes time, so a known text is taken as it is.
  const text = answer.then((known) => (known ? textOf(known) : response.then(readLine)));
  // The store says what went wrong.
  for (const promise of [response, text]) promise.catch(() => undefined);
  return text;
}

const textOf = ({ status, body }: Answer) => (status === 200 ? body : undefined);
const hasMore = (answer: Answer) => (JSON.parse(textOf(answer) ?? '{}') as { more?: true }).more === true;
const asResponse = ({ status, type, body }: Answer) =>
  new Response(body, { status, headers: { 'content-type': type } });

/** Reads a response of one line; undefined for folders of more, whose order is known only when all have arrived. */
async function readLine(response: Response): Promise<string | undefined> {
  if (!response.ok) return undefined;
  // Cloned as it arrives: the store reads the body of the response itself.
  const reader = response.clone().body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) {
    text += decoder.decode(value, { stream: true });
    const end = text.indexOf('\n');
    if (end >= 0 && end < text.length - 1) return void reader.cancel();
  }
  return text;
}
