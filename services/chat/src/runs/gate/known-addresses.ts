/**
 * The addresses that a run may open after it has read text from outside: those that its user wrote, and those that a
 * search found. Any other one may have been made up to carry away what the model was shown.
 */
import type { ToolResult } from '../../shapes/tool-result.js';
import { resultPart } from '../../tools/model-output.js';
import type { RunContext } from '../ports/origin.js';
import type { ScopedTools } from '../../tools/tool-registry.js';

/** Longer ones are not compared. */
const MAX_URL = 2_048;
/** Addresses that a part of the run is told. */
const MAX_HANDED_ON = 500;
const BETWEEN = /[\s<>"'`()[\]{}|]+/;
const PUNCTUATION = /[.,;:!?*_]+$/;

/** One spelling for each address, whether http or https, and without its fragment; undefined if it is none. */
function spelled(text: string): string | undefined {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  if (address.length > MAX_URL || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  if (!/[.:]/.test(url.host)) return undefined;
  return `${url.host}${url.pathname}${url.search}`;
}

const addressesIn = (text: string): string[] =>
  text
    .split(BETWEEN)
    .filter((word) => /[.:]/.test(word))
    .flatMap((word) => spelled(word.replace(PUNCTUATION, '')) ?? []);

export class KnownAddresses {
  private readonly written: Set<string>;
  private readonly found = new Set<string>();

  /** `messages`: what the model was sent before, with the results of its tools. */
  constructor({ said, found = [], messages }: Pick<RunContext, 'said' | 'found' | 'messages'>, tools: ScopedTools) {
    this.written = new Set(said.flatMap(addressesIn));
    for (const text of found) this.addLines(text);
    for (const { role, content } of messages) {
      if (role !== 'tool') continue;
      for (const part of content)
        if (part.type === 'tool-result' && tools.get(part.toolName)?.finds && part.output.type === 'text')
          this.addLines(part.output.value);
    }
  }

  /** Adds the addresses that a call found: the lines of its result that are nothing else. */
  add(result: ToolResult): void {
    const { output } = resultPart({ call_id: '', tool: '' }, result);
    if (output.type === 'text') this.addLines(output.value);
  }

  /** Adds what the user typed meanwhile. */
  addSaid(text: string): void {
    for (const address of addressesIn(text)) this.written.add(address);
  }

  /** The latest of those that the user wrote, as what a part of the run is told. */
  get allWritten(): string[] {
    return [...this.written].slice(-MAX_HANDED_ON);
  }

  /** The latest of those that a search found. */
  get allFound(): string[] {
    return [...this.found].slice(-MAX_HANDED_ON).map((address) => `https://${address}`);
  }

  isWritten(url: string): boolean {
    const address = spelled(url);
    return address !== undefined && this.written.has(address);
  }

  isKnown(url: string): boolean {
    const address = spelled(url);
    return this.isWritten(url) || (address !== undefined && this.found.has(address));
  }

  private addLines(text: string): void {
    for (const line of text.split('\n')) {
      const address = /^https?:\/\/\S+$/.test(line) ? spelled(line) : undefined;
      if (address) this.found.add(address);
    }
  }
}
