/** Keeps what a model is sent within its context window. */
import type { ModelMessage } from 'ai';
import { estimateTokens } from '../../models/estimate.js';
import { marked } from './context-parts.js';
import { PICTURE_TOKENS } from '../../shapes/shown-file.js';

/** A window that nobody knows: that of small local models. */
const UNKNOWN_WINDOW = 32_000;
/** A question and its answer. */
const MIN_ROOM = 1_500;
/** Above this share of the room messages are left out, down to the lower one: rarely, because it costs the prefix. */
const FULL = 0.7;
const ROOMY = 0.4;
/** Messages of a run whose results stay. */
const RECENT = 8;
const TURNS_LEFT_OUT = '(Earlier messages of this chat are left out because they do not fit.)';
const LEFT_OUT = '(This result is left out to make room. Call the tool again if it is needed.)';

export function tokensOf(messages: readonly ModelMessage[]): number {
  let pictures = 0;
  const withoutPictures = (_key: string, value: unknown) => {
    if (!isPicture(value)) return value;
    pictures++;
    return undefined;
  };
  return estimateTokens(JSON.stringify(messages, withoutPictures)) + pictures * PICTURE_TOKENS;
}

const isPicture = (value: unknown) =>
  typeof value === 'object' && value !== null && 'mediaType' in value && 'data' in value;

/** Tokens of a window; null: nobody knows it. */
export const sizeOf = (window: number | null): number => window ?? UNKNOWN_WINDOW;

/** Tokens of a window that are left for messages; `fixed` are those of the instructions and tools. */
export const roomOf = (window: number | null, fixed: number): number => Math.max(sizeOf(window) - fixed, MIN_ROOM);

/** Whether instructions and tools leave no place for a chat. */
export const isTooSmall = (window: number | null, fixed: number): boolean => sizeOf(window) - fixed < MIN_ROOM;

interface Asking {
  readonly window: number | null;
  readonly askWindow?: (() => Promise<number | undefined>) | undefined;
  readonly learnWindow: (tokens: number) => Promise<void>;
}

/** The window that the provider names, which is stored; else what was known. */
export async function askedWindow({ window, askWindow, learnWindow }: Asking): Promise<number | null> {
  const given = await askWindow?.();
  if (given !== undefined) await learnWindow(given);
  return given ?? window;
}

export const isFull = (messages: readonly ModelMessage[], room: number): boolean => tokensOf(messages) > room * FULL;

/**
 * Once messages fill their room, replaces old results of tools in place, and if that is not enough leaves out the
 * oldest turns.
 * @returns whether anything changed
 */
export function makeRoom(messages: ModelMessage[], size: number): boolean {
  const before = tokensOf(messages);
  if (before <= size * FULL) return false;
  shortenResults(messages, before - size * ROOMY);
  const shortened = tokensOf(messages);
  if (shortened > size * FULL) dropTurns(messages, shortened - size * ROOMY);
  return tokensOf(messages) < before;
}

function shortenResults(messages: ModelMessage[], excess: number): void {
  let left = excess;
  for (let index = 0; index < messages.length - RECENT && left > 0; index++) {
    const message = messages[index]!;
    if (message.role !== 'tool') continue;
    const shortened: ModelMessage = {
      ...message,
      content: message.content.map((part) =>
        part.type === 'tool-result' ? { ...part, output: { type: 'text' as const, value: LEFT_OUT } } : part,
      ),
    };
    left -= tokensOf([message]) - tokensOf([shortened]);
    messages[index] = shortened;
  }
}

/** A turn begins with a message of the user. The last one stays. */
function dropTurns(messages: ModelMessage[], excess: number): void {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  let [first, left] = [0, excess];
  for (let index = 1; index <= last && left > 0; index++) {
    if (messages[index]!.role !== 'user') continue;
    left -= tokensOf(messages.slice(first, index));
    first = index;
  }
  if (first > 0) messages.splice(0, first, marked({ role: 'user', content: TURNS_LEFT_OUT }, { kind: 'left_out' }));
}

/** The window of a model that has refused these messages as too long: smaller than the request was. */
export const learnedWindow = (messages: readonly ModelMessage[], fixed: number): number =>
  Math.floor((tokensOf(messages) + fixed) * 0.9);
