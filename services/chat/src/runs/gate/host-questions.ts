/** Asks whether a chat may reach the hosts that a closed command tried to reach. The command itself is not run again. */
import { Injectable } from '@nestjs/common';
import type { ToolResult } from '../../shapes/tool-result.js';
import type { CallRow, Effects } from '../store/ledger.repository.js';
import { LeaseLostError } from '../store/lease-lost.error.js';
import { Approvals } from './approvals.js';
import type { GateRun } from './gate-run.js';
import type { Outcome } from './outcome.js';
import { questionForHosts } from './questions.js';

const MAX_HOSTS = 5;
const MAX_GRANTED = 50;
/** What a person can read; the rest is listed on the receipt only. */
const NAME = /^(?=.{1,100}$)[a-z0-9-]+(?:\.[a-z0-9-]+)+$/;

@Injectable()
export class HostQuestions {
  constructor(private readonly approvals: Approvals) {}

  /** Adds to the result which hosts were not reached, and what the user said. */
  async ask(at: GateRun, { call, outcome }: { call: CallRow; outcome: Outcome }, effects: Effects): Promise<Outcome> {
    at.once.clear();
    const refused = effects.egress.flatMap((seen) => seen?.hosts ?? []).filter((host) => host.refused);
    const names = [...new Set(refused.map(({ host }) => host))];
    const asked = names.filter((host) => NAME.test(host) && !at.labels.grantedHosts.includes(host)).slice(0, MAX_HOSTS);
    if (names.length === 0 || outcome.decision !== undefined) return outcome;
    if (asked.length === 0)
      return noted(outcome, `This command ran without a way out and did not reach ${listed(names)}.`);
    const answer = await this.answer(at, call, asked);
    if (answer === 'approve') for (const host of asked) at.once.add(host);
    if (answer === 'approve_chat')
      at.labels = { ...at.labels, grantedHosts: [...at.labels.grantedHosts, ...asked].slice(-MAX_GRANTED) };
    const isLet = answer === 'approve' || answer === 'approve_chat';
    const next = isLet
      ? `The person lets ${answer === 'approve' ? 'the next command' : 'this chat'} reach ${listed(asked)}: run the command again.`
      : 'Nobody allowed it. Go on without, or say what is needed.';
    return noted(outcome, `This command ran without a way out and did not reach ${listed(names)}. ${next}`);
  }

  /** The command has run: a stop meanwhile leaves its result as it is. */
  private async answer(at: GateRun, call: CallRow, hosts: readonly string[]) {
    try {
      return await this.approvals.requestApproval(at, call, {
        reason: questionForHosts(hosts, at.labels.foreign),
        hosts,
      });
    } catch (error) {
      if (error instanceof LeaseLostError || at.signal.reason instanceof LeaseLostError) throw error;
      if (!at.signal.aborted) throw error;
      return 'expired';
    }
  }
}

const listed = (hosts: readonly string[]): string => {
  const more = hosts.length - MAX_HOSTS;
  return more > 0 ? `${hosts.slice(0, MAX_HOSTS).join(', ')} and ${more} more` : hosts.join(', ');
};

function noted(outcome: Outcome, note: string): Outcome {
  return { ...outcome, result: withNote(outcome.result, `(${note})`) };
}

export function withNote(result: ToolResult, note: string): ToolResult {
  if (result.type === 'text') return { ...result, text: `${result.text}\n${note}` };
  if (result.type === 'list') return { ...result, items: [...result.items, note] };
  if (result.type === 'error') return { ...result, message: `${result.message} ${note}` };
  return result;
}
