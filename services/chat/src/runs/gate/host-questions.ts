/**
 * Asks whether a chat may reach the hosts that a closed command tried to reach. The command itself is not run again.
 */
import { Injectable } from '@nestjs/common';
import { isServiceError } from '@zo/errors';
import { HOST_NAME } from '../../grants/host-name.js';
import { GrantedHostsService } from '../../grants/granted-hosts.service.js';
import { openGrants, openHosts } from '../../shapes/labels.js';
import type { ApprovalAnswer } from '../../shapes/parts.js';
import type { ToolResult } from '../../shapes/tool-result.js';
import type { CallRow, Effects } from '../store/ledger.repository.js';
import { LeaseLostError } from '../store/lease-lost.error.js';
import { Approvals } from './approvals.js';
import type { GateRun } from './gate-run.js';
import type { Outcome } from './outcome.js';
import type { Recipient } from '../../tools/tool.js';
import type { Reason } from './policy.js';
import { questionForHosts, questionForRecipient } from './questions.js';

const MAX_HOSTS = 5;
const MAX_LISTED = 50;
/** What is granted to a chat. */
const CHAT_MS = 24 * 3_600_000;

@Injectable()
export class HostQuestions {
  constructor(
    private readonly approvals: Approvals,
    private readonly grants: GrantedHostsService,
  ) {}

  /** Adds to the result which hosts were not reached, and what the user said. */
  async ask(at: GateRun, { call, outcome }: { call: CallRow; outcome: Outcome }, effects: Effects): Promise<Outcome> {
    at.once.clear();
    const refused = effects.egress.flatMap((seen) => seen?.hosts ?? []).filter((host) => host.refused);
    const names = [...new Set(refused.map(({ host }) => host))];
    const open = openHosts(at.labels, Date.now());
    // What nobody can read is listed on the receipt only.
    const asked = names.filter((host) => HOST_NAME.test(host) && !open.includes(host)).slice(0, MAX_HOSTS);
    if (names.length === 0 || outcome.decision !== undefined) return outcome;
    if (asked.length === 0) return unreached(outcome, names);
    const answer = await this.answer(at, call, asked);
    const who = await this.grant(at, answer, asked);
    const next = who
      ? `The person lets ${who} reach ${listed(asked)}: run the command again.`
      : 'Nobody allowed it. Go on without, or say what is needed.';
    return unreached(outcome, names, next);
  }

  /** Whether the user lets this chat, or all chats, send something to the host. */
  async isGranted(at: GateRun, host: string): Promise<boolean> {
    return openHosts(at.labels, Date.now()).includes(host) || (await this.grants.names(at.ctx)).includes(host);
  }

  /** Asks whether a call may send its arguments; the first time, a yes may count for the chat or for all chats. */
  async askToSend(
    at: GateRun,
    { call, recipient, why }: { call: CallRow; recipient: Recipient; why: Reason },
  ): Promise<'approve' | 'deny' | 'expired'> {
    const { host } = recipient;
    const canGrant = why === 'first-time' && HOST_NAME.test(host);
    const answer = await this.approvals.requestApproval(at, call, {
      kind: why,
      reason: questionForRecipient(why, recipient, at.labels.foreign),
      ...(canGrant && { hosts: [host] }),
    });
    if (answer === 'deny' || answer === 'expired') return answer;
    if (canGrant && answer !== 'approve') await this.grant(at, answer, [host]);
    return 'approve';
  }

  /** @returns who may reach the hosts now; undefined: nobody */
  private async grant(
    at: GateRun,
    answer: ApprovalAnswer | 'expired',
    hosts: readonly string[],
  ): Promise<string | undefined> {
    if (answer === 'deny' || answer === 'expired') return undefined;
    if (answer === 'approve_always' && (await this.grantForEver(at, hosts))) return 'all chats';
    if (answer === 'approve') {
      for (const host of hosts) at.once.add(host);
      return 'the next command';
    }
    const until = Date.now() + CHAT_MS;
    const granted = [...at.labels.grantedHosts, ...hosts.map((host) => ({ host, until }))];
    at.labels = { ...at.labels, grantedHosts: openGrants(granted, Date.now()) };
    return 'this chat';
  }

  /** False with too many hosts; then the chat may reach them. */
  private grantForEver(at: GateRun, hosts: readonly string[]): Promise<boolean> {
    return this.grants.grant(at.ctx, hosts).then(
      () => true,
      (error: unknown) => {
        if (isServiceError(error)) return false;
        throw error;
      },
    );
  }

  /** The command has run: a stop meanwhile leaves its result as it is. */
  private async answer(at: GateRun, call: CallRow, hosts: readonly string[]) {
    if (at.mode === 'let_it_work') return 'deny';
    try {
      return await this.approvals.requestApproval(at, call, {
        // What was read could be sent there.
        kind: 'two',
        reason: questionForHosts(hosts, at.labels.foreign),
        hosts,
        isHeld: true,
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

/** The model reads the note, the browser the hosts. */
function unreached(outcome: Outcome, hosts: readonly string[], next?: string): Outcome {
  const note = `This command ran without a way out and did not reach ${listed(hosts)}.${next ? ` ${next}` : ''}`;
  const result = withNote(outcome.result, `(${note})`);
  const isOutput = result.type === 'text' || result.type === 'list';
  return { ...outcome, result: isOutput ? { ...result, unreached: hosts.slice(0, MAX_LISTED) } : result };
}

export function withNote(result: ToolResult, note: string): ToolResult {
  if (result.type === 'text') return { ...result, text: `${result.text}\n${note}` };
  if (result.type === 'list') return { ...result, items: [...result.items, note] };
  if (result.type === 'error') return { ...result, message: `${result.message} ${note}` };
  return result;
}
