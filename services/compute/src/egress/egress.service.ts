import { Inject, Injectable } from '@nestjs/common';
import type { RunningComputer, WayOutAnswer, WayOutQuestion } from '../driver/computer.driver.js';
import type { EgressRules } from './proxy.js';
import { WayOut } from './way-out.js';

interface Opened {
  readonly wayOut: WayOut;
  readonly startedAt: number;
}

type Computer = Pick<RunningComputer, 'id' | 'startedAt' | 'egressSocket'>;

/** DI token of what computers may reach; the public internet if it is empty. */
export const EGRESS_RULES = Symbol('egress rules');

/**
 * The egress proxies of this machine's computers: one socket each, so that no computer can use another's. Of several
 * processes the one that the driver chose opens them.
 */
@Injectable()
export class EgressService {
  private readonly opened = new Map<string, Opened>();
  private isChosen = false;

  constructor(@Inject(EGRESS_RULES) private readonly rules: EgressRules) {}

  /** Opens the proxies: from now on this process owns them. */
  async chosen(running: readonly Computer[]): Promise<void> {
    this.isChosen = true;
    await Promise.all(running.map((computer) => this.open(computer)));
  }

  /** Closes all proxies, before another process opens its own at the same paths. */
  release(): void {
    this.isChosen = false;
    for (const id of this.opened.keys()) this.close(id);
  }

  /**
   * Opens a computer's proxy if this process is the chosen one. A computer without `egressSocket` has its own network.
   */
  async open({ id, startedAt, egressSocket }: Computer): Promise<void> {
    if (!egressSocket || !this.isChosen || this.opened.get(id)?.startedAt === startedAt) return;
    this.close(id);
    const wayOut = new WayOut(this.rules);
    this.opened.set(id, { wayOut, startedAt });
    await wayOut.open(egressSocket);
  }

  /** Removes the socket at once; open tunnels last until they end by themselves. */
  close(id: string): void {
    const wayOut = this.opened.get(id)?.wayOut;
    this.opened.delete(id);
    wayOut?.close();
  }

  /** What the host asks about the commands of a computer. Empty when nothing is known. */
  async answer(question: WayOutQuestion): Promise<WayOutAnswer> {
    const wayOut = this.opened.get(question.id)?.wayOut;
    if (!wayOut) return {};
    if (question.kind === 'begin') return { begun: wayOut.begin(question.beginning) };
    if (question.kind === 'end') return { egress: wayOut.record.end(question.commandId) };
    if (question.kind === 'open') return { isOpen: await wayOut.openFor(question.ticket, question.socketPath) };
    wayOut.shut(question.socketPath);
    return {};
  }
}
