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
  async execute(ctx: Ctx, id: string, inputs: Given): Promise<Sent> {
    const routine = await this.routines.find(ctx, id);
    if (!routine) throw errors.notFound();
    if (routine.problem !== '') throw chatErrors.routineUnreadable({ why: routine.problem });
    const text = requestOf(routine, inputs);
    return this.messages.sendOnce(
      ctx,
      {
        id: crypto.randomUUID(),
        conversationId: 'new',
        title: sanitise(routine.title),
        script: scriptOf({ routineId: id, steps: routine.steps, armed: false }, inputs),
        whileSending: async (tx, conversationId) => this.runs.addAtCommit(tx, { conversationId, routineId: id }),
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

function requestOf(routine: KnownRoutine, given: Given): string {
  const unknown = Object.keys(given).find((name) => !routine.inputs.some((input) => input.name === name));
  if (unknown !== undefined) throw chatErrors.unknownInput({ name: unknown.slice(0, 80) });
  const missing = missingOf(routine, given);
  if (missing) throw chatErrors.inputsMissing({ names: missing });
  return withInputs(requestFor(routine.title, routine.steps), routine, given);
}
