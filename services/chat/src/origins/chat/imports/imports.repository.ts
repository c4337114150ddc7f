import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import type { Ctx } from '@zo/auth';
import { query } from '../../../db/sql.js';
import { sanitise } from '../../../shapes/parts.js';
import type { ImportedChat, ImportedMessage } from './imported-chat.js';

/** Messages of one statement. */
const BATCH = 500;
const MAX_TITLE = 200;

/** Ids follow from the source, so that the same chat and its messages are found again. */
function idOf(...names: readonly string[]): string {
  const hex = createHash('sha256')
    .update(JSON.stringify(['import', ...names]))
    .digest('hex');
  // RFC 9562, version 8.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

@Injectable()
export class ImportsRepository {
  /** Adds what is not there yet, in the transaction of `ctx`. @returns the messages that were added or went on */
  async add(ctx: Ctx, chat: ImportedChat, from: string): Promise<number> {
    const { userId } = ctx;
    const id = idOf(userId, chat.source, chat.id);
    const messageId = (own: string) => idOf(userId, chat.source, chat.id, own);
    const leaf = messageId(leafOf(chat));
    const title = sanitise(chat.title).replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE).toWellFormed();
    await query(
      ctx,
      `insert into conversations (id, user_id, title, tainted, foreign_sources, created_at, updated_at)
       values ($1, $2, $3, true, $4::jsonb, $5, $6) on conflict (id) do nothing`,
      [id, userId, title || null, JSON.stringify([{ kind: 'upload', name: from }]), chat.createdAt, chat.updatedAt],
    );
    let added = 0;
    const messages = answered(chat.messages);
    for (let at = 0; at < messages.length; at += BATCH) {
      const rows = messages.slice(at, at + BATCH).map((message) => rowOf(message, messageId));
      added += await this.addMessages(ctx, id, rows);
    }
    // The branch that is shown goes on only where nothing was said here meanwhile.
    if (added > 0)
      await query(
        ctx,
        `update conversations set leaf_id = $2, updated_at = greatest(updated_at, $3)
         where id = $1 and (leaf_id is null or exists (
           select 1 from messages m where m.id = leaf_id and m.run_id is null and m.role = 'assistant'))`,
        [id, leaf, chat.updatedAt],
      );
    return added;
  }

  /** An answer that went on since the earlier export has one more part, which is joined to its message. */
  private async addMessages(ctx: Ctx, conversationId: string, rows: readonly object[]): Promise<number> {
    const added = await query<{ id: string }>(
      ctx,
      `insert into messages (id, user_id, conversation_id, parent_id, role, status, text, parts, created_at)
       select r.id, $1, $2, r.parent, r.role,
         case when r.role = 'assistant' and r.text = '' then 'stopped' else 'complete' end, r.text,
         case when r.role = 'assistant' and r.text <> ''
           then jsonb_build_array(jsonb_build_object('type', 'text', 'text', r.text)) else '[]' end,
         r.at
       from jsonb_to_recordset($3::jsonb) as r (id uuid, parent uuid, role text, text text, at timestamptz)
       on conflict (id) do update set text = excluded.text, parts = excluded.parts, status = excluded.status
         where messages.run_id is null and messages.text <> excluded.text and starts_with(excluded.text, messages.text)
       returning id`,
      [ctx.userId, conversationId, JSON.stringify(rows)],
    );
    return added.length;
  }
}

/** A message can only follow an answer, so a question that was never answered gets one that was stopped. */
const answerOf = (id: string): string => `${id} unanswered`;

function answered(messages: readonly ImportedMessage[]): ImportedMessage[] {
  const parents = new Set(messages.map(({ parent }) => parent));
  return messages.flatMap((message) => {
    if (message.role === 'assistant' || parents.has(message.id)) return [message];
    return [
      message,
      { ...message, id: answerOf(message.id), parent: message.id, role: 'assistant' as const, text: '' },
    ];
  });
}

/** The end of the branch that was shown. */
function leafOf({ messages, leaf }: ImportedChat): string {
  const last = messages.find(({ id }) => id === leaf) ?? messages.at(-1)!;
  const isOpen = last.role === 'user' && !messages.some(({ parent }) => parent === last.id);
  return isOpen ? answerOf(last.id) : last.id;
}

const rowOf = ({ id, parent, role, text, at }: ImportedMessage, messageId: (own: string) => string) => ({
  id: messageId(id),
  parent: parent === null ? null : messageId(parent),
  role,
  text: sanitise(text),
  at,
});
