/** What the host asks of the process of compute that has the ways out of the computers. */
import type { ServerResponse } from 'node:http';

/** A command of the assistant that is about to run on a computer. */
export interface CommandBeginning {
  readonly id: string;
  readonly conversationId: string;
  /** Without a way out, except to the granted hosts. */
  readonly closed: boolean;
  readonly grantedHosts: readonly string[];
}

/** What names a command at the proxy of its computer. */
export interface BegunCommand {
  readonly user: string;
  readonly password: string;
  /** Lets the host run it without a way out; empty unless the command is closed. */
  readonly ticket: string;
}

export interface HostTraffic {
  readonly host: string;
  readonly bytesIn: number;
  readonly bytesOut: number;
  readonly refused: boolean;
}

export interface CommandEgress {
  readonly hosts: readonly HostTraffic[];
  readonly moreHosts: number;
  /** Bytes came in while it ran. */
  readonly foreign: boolean;
  readonly ranClosed: boolean;
}

export type WayOutQuestion = { readonly id: string } & (
  | { readonly kind: 'begin'; readonly beginning: CommandBeginning }
  | { readonly kind: 'end'; readonly commandId: string }
  /** Opens the way out of the closed command with this ticket, once. */
  | { readonly kind: 'open'; readonly ticket: string; readonly socketPath: string }
  | { readonly kind: 'shut'; readonly socketPath: string }
);

/** Empty when nothing is known. */
export interface WayOutAnswer {
  readonly begun?: BegunCommand;
  readonly egress?: CommandEgress;
  readonly isOpen?: boolean;
}

const ANSWER_MS = 10_000;

/** Questions that wait for their answers. */
export class WayOutQuestions {
  private asked = 0;
  private readonly waiting = new Map<number, { of: ServerResponse; resolve: (answer: WayOutAnswer) => void }>();

  /** An empty answer when there is nobody to ask, or no answer comes. */
  ask(follower: ServerResponse | undefined, question: WayOutQuestion): Promise<WayOutAnswer> {
    if (!follower) return Promise.resolve({});
    const number = ++this.asked;
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.answer(number, {}), ANSWER_MS);
      const done = (answer: WayOutAnswer) => {
        clearTimeout(timer);
        resolve(answer);
      };
      this.waiting.set(number, { of: follower, resolve: done });
      follower.write(`${JSON.stringify({ type: 'asked', number, question })}\n`);
    });
  }

  answer(number: number, answer: WayOutAnswer): void {
    this.waiting.get(number)?.resolve(answer);
    this.waiting.delete(number);
  }

  /** The process that was asked is gone. */
  lost(follower: ServerResponse): void {
    for (const [number, { of }] of this.waiting) if (of === follower) this.answer(number, {});
  }
}
