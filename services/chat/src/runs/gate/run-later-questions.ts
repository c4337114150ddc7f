/**
 * Asks whether files may run by themselves that a closed command left. The computer has put them back already; a yes
 * puts them in place.
 */
import { Injectable } from '@nestjs/common';
import { byAssistant, Computers } from '@zo/computer-client';
import { logger } from '@zo/observability';
import { conversationIdOf } from '../ports/snapshots.js';
import type { CallRow, Effects } from '../store/ledger.repository.js';
import { LeaseLostError } from '../store/lease-lost.error.js';
import { Approvals, type Question } from './approvals.js';
import type { GateRun } from './gate-run.js';
import { withNote } from './host-questions.js';
import type { ApprovalText } from '../../shapes/parts.js';
import type { LeftText } from '../../tools/tool.js';
import { RunStore } from '../store/run-store.js';
import type { Outcome } from './outcome.js';
import { questionForFiles, shownPath } from './questions.js';

const log = logger('chat:run-later');
const MAX_SHOWN = 10;
const MAX_TEXTS = 5;

@Injectable()
export class RunLaterQuestions {
  constructor(
    private readonly approvals: Approvals,
    private readonly computers: Computers,
    private readonly store: RunStore,
  ) {}

  /** Adds to the result what was put back, and what the user said. */
  async ask(
    at: GateRun,
    { call, outcome }: { call: CallRow; outcome: Outcome },
    { leftToRun, touched }: Effects,
  ): Promise<Outcome> {
    if (leftToRun.length === 0) return outcome;
    const files = leftToRun.flatMap((left) => left.files);
    const count = leftToRun.reduce((sum, left) => sum + left.count, 0);
    const shown = files.slice(0, MAX_SHOWN).map(shownPath);
    const texts = leftToRun.flatMap((left) => left.texts).slice(0, MAX_TEXTS);
    const reason = questionForFiles({ files, count, programs: at.programs }, at.labels.foreign);
    const isLet = await this.isLet(at, call, { kind: 'persist', reason, files: shown, texts: texts.map(approvalText) });
    const placed = isLet ? await this.place(at, leftToRun) : 'no';
    // The history of the computer leaves out the folder of git, so that the receipt learns of it here.
    if (placed === 'all') touched.push(...files.map((path) => ({ path, kind: 'write' as const, after: '' })));
    return { ...outcome, result: withNote(outcome.result, `(${noteOf(shown, count, placed)})`) };
  }

  private async isLet(at: GateRun, call: CallRow, question: Omit<Question, 'isHeld'>): Promise<boolean> {
    if (at.mode === 'let_it_work') return false;
    try {
      return (await this.approvals.requestApproval(at, call, { ...question, isHeld: true })) === 'approve';
    } catch (error) {
      // The command has run: a stop meanwhile leaves its result as it is.
      if (error instanceof LeaseLostError || at.signal.reason instanceof LeaseLostError) throw error;
      if (!at.signal.aborted) throw error;
      return false;
    }
  }

  private keepUndo({ ctx, run }: GateRun, undoId: string): Promise<void> {
    return this.store.database.tx(ctx, (tx) => this.store.runs.addPlaced(tx, run, [undoId]));
  }

  private async place(at: GateRun, held: Effects['leftToRun']): Promise<'all' | 'some'> {
    const cause = byAssistant(conversationIdOf(at.run));
    try {
      return await this.computers.use(at.ctx, async (computer) => {
        let left = 0;
        for (const { heldId } of held) {
          const placed = await computer.processes.placeHeld({ heldId, cause });
          left += placed.left;
          if (placed.undoId !== '') await this.keepUndo(at, placed.undoId);
        }
        return left === 0 ? 'all' : 'some';
      });
    } catch (error) {
      log.warn({ error }, 'files that were allowed to run later were not put in place');
      return 'some';
    }
  }
}

const approvalText = ({ file, text, kind, isCut }: LeftText): ApprovalText => ({
  file: shownPath(file),
  text,
  kind,
  is_cut: isCut,
});

function noteOf(shown: readonly string[], count: number, placed: 'all' | 'some' | 'no'): string {
  const more = count - shown.length;
  const names = more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
  if (placed === 'all') return `The person lets these run by themselves later, and they are in place: ${names}.`;
  const rest = 'They are as they were before this command, because they run by themselves later';
  return placed === 'some'
    ? `${rest}, and could not all be put in place: ${names}. Look at them.`
    : `${rest}, and nobody allowed it: ${names}. Go on without, or say what is needed.`;
}
