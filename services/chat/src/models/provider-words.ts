/** What a provider says, and why it was not reached, for the sentences of errors. */
const MAX_QUOTE = 300;

/** For the user of a model at Ollama, which cuts off the beginning of what is too long without a word. */
export const tooSmallWindow = (tokens: number | null): string =>
  `This model takes ${(tokens ?? 0).toLocaleString('en')} tokens, too few for Zo’s tools and a chat. ` +
  'Start Ollama with OLLAMA_CONTEXT_LENGTH=32768 (or set num_ctx of the model) and enter the number in Settings, ' +
  'Your AI, Limits of models, or choose another model.';

/** The sentence with the provider’s own words. */
export function quoting(sentence: string, words: string): string {
  const short = words.replace(/\s+/g, ' ').trim();
  if (short === '') return sentence;
  return `${sentence} It says: “${short.length > MAX_QUOTE ? `${short.slice(0, MAX_QUOTE)}…` : short}”`;
}

/** The message inside of an error that a provider sends as JSON. */
export function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const { error, message, detail } = (value ?? {}) as { error?: unknown; message?: unknown; detail?: unknown };
  const found = [message, detail].find((text) => typeof text === 'string');
  if (found !== undefined) return found as string;
  const inner = error ?? (typeof detail === 'object' ? detail : undefined);
  return inner === undefined || inner === null ? safeJson(value) : wordsOf(inner);
}

/** Returns why no connection was made, for the user who entered the address; undefined if one was made. */
export function unreached(error: unknown): string | undefined {
  const codes = causes(error).map((cause) => (cause as { code?: string }).code ?? '');
  if (codes.some((code) => code === 'ENOTFOUND' || code === 'EAI_AGAIN'))
    return 'The provider’s address cannot be found. Check it in Settings, Your AI.';
  return codes.some((code) => /^(ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$/.test(code))
    ? 'Nothing answers at the provider’s address. Start it, or check the address in Settings, Your AI.'
    : undefined;
}

export function spokenIn(body: string): string {
  if (body.trim() === '') return '';
  try {
    return wordsOf(JSON.parse(body));
  } catch {
    // The title says more than the markup.
    return /^\s*</.test(body) ? (/<(title|h1)[^>]{0,200}>([^<]+)/i.exec(body)?.[2] ?? 'a web page') : body;
  }
}

export function safeJson(value: unknown): string {
  try {
    return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  } catch {
    return '';
  }
}

export function causes(error: unknown): unknown[] {
  const all: unknown[] = [];
  for (
    let cause = error;
    typeof cause === 'object' && cause !== null && all.length < 10;
    cause = (cause as Error).cause
  )
    all.push(cause);
  return all;
}
