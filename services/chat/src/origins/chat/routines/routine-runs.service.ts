import { Injectable } from '@nestjs/common';
import type { Ctx } from '@zo/auth';
import { errors } from '@zo/errors';
import { chatErrors } from '../../../errors.js';
import { sanitise } from '../../../shapes/parts.js';
import { ChatStore } from '../chat-store.js';
import type { Conversation } from '../conversations/conversation.entity.js';
import type { Sent } from '../messages/messages.dto.js';
import { MessagesService } from '../messages/messages.service.js';
import { RoutineRunsRepository } from './routine-runs.repository.js';
import { type Given, type KnownRoutine, missingOf, requestFor, Routines, scriptOf, withInputs } from './routines.js';

@Injectable()
export class RoutineRunsService {
  // oxlint-disable-next-line max-params -- Nest passes each dependency by its type.
  constructor(
    private readonly routines: Routines,
    private readonly messages: MessagesService,
    private readonly runs: RoutineRunsRepository,
    private readonly store: ChatStore,
  ) {}

  /**
   * Starts a chat that carries the file of the routine, so that its text counts as what it is: written by its user, or
   * by others. @throws http.not_found, chat.routine_unreadable, chat.inputs_missing, chat.unknown_input
   */
  execute(ctx: Ctx, id: string, inputs: Given): Promise<Sent> {
    return this.start(ctx, { id, inputs, isRehearsal: false });
  }

  /** The same, but nothing is changed, sent or made: what it would do is told. @throws as `execute` */
  rehearse(ctx: Ctx, id: string, inputs: Given): Promise<Sent> {
    return this.start(ctx, { id, inputs, isRehearsal: true });
  }

  private async start(
    ctx: Ctx,
    { id, inputs, isRehearsal }: { id: string; inputs: Given; isRehearsal: boolean },
  ): Promise<Sent> {
    const routine = await this.routines.find(ctx, id);
    if (!routine) throw errors.notFound();
    if (routine.problem !== '') throw chatErrors.routineUnreadable({ why: routine.problem });
    const text = requestOf(routine, inputs) + (isRehearsal ? REHEARSAL : '');
    return this.messages.sendOnce(
      ctx,
      {
        id: crypto.randomUUID(),
        conversationId: 'new',
        title: sanitise(isRehearsal ? `Rehearsal of “${routine.title}”` : routine.title),
        ...(isRehearsal && { rehearses: id }),
        script: scriptOf({ routineId: id, steps: routine.steps, armed: false }, inputs),
        whileSending: async (tx, conversationId) => {
          if (!isRehearsal) this.runs.addAtCommit(tx, { conversationId, routineId: id });
        },
      },
      sanitise({ text, files: [{ id: crypto.randomUUID(), path: routine.address }], attachments: [] }),
    );
  }

  /** Latest first. @throws http.not_found if it never ran and there is no such routine */
  async conversations(ctx: Ctx, id: string, limit: number): Promise<Conversation[]> {
    const found = await this.store.database.read(ctx, (tx) => this.runs.conversations(tx, id, limit));
    if (found.length === 0 && !(await this.routines.find(ctx, id))) throw errors.notFound();
    return found;
  }
}

const REHEARSAL =
  '\n\nThis is a rehearsal. Calls that only read are executed. Commands run without the internet on a copy of the ' +
  'files, ' +
  'each on one of its own that is gone afterwards. All other calls are not executed, and say so: make each of them ' +
  'as ' +
  'if it were meant, and go on as if it had been done, without making up what it would have answered. In the end ' +
  'say in ' +
  'short what would be different now.';

function requestOf(routine: KnownRoutine, given: Given): string {
  const unknown = Object.keys(given).find((name) => !routine.inputs.some((input) => input.name === name));
  if (unknown !== undefined) throw chatErrors.unknownInput({ name: unknown.slice(0, 80) });
  const missing = missingOf(routine, given);
  if (missing) throw chatErrors.inputsMissing({ names: missing });
  return withInputs(requestFor(routine.title, routine.steps), routine, given);
}
