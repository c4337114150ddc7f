/** Message-IDs that name the chat of a mail, so that a reply continues it. Nobody else can make one. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const ID = /<zo\.([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.([\da-f]{12})\.([\da-f]{24})@[^<>\s]{1,255}>/g;
/** A hostile mail may have thousands of references. */
const MAX_LOOKED_AT = 100;

export interface Thread {
  readonly userId: string;
  readonly conversationId: string;
}

/** Message-ID of a mail with this id. */
export function threadId(
  key: Buffer,
  { userId, conversationId }: Thread,
  mail: { id: string; domain: string },
): string {
  const part = mail.id.replaceAll('-', '').slice(-12);
  return `<zo.${conversationId}.${part}.${tagOf(key, { userId, conversationId }, part)}@${mail.domain}>`;
}

/** The chat that a reply to mail of ours belongs to: the last of its references that we made for this user. */
export function conversationIn(key: Buffer, userId: string, references: string): string | undefined {
  const found = [...references.matchAll(ID)].slice(-MAX_LOOKED_AT).toReversed();
  for (const [, conversationId, part, tag] of found) {
    const right = tagOf(key, { userId, conversationId: conversationId! }, part!);
    if (timingSafeEqual(Buffer.from(right), Buffer.from(tag!))) return conversationId;
  }
  return undefined;
}

const tagOf = (key: Buffer, { userId, conversationId }: Thread, part: string): string =>
  createHmac('sha256', key).update(`thread:${userId}:${conversationId}:${part}`).digest('hex').slice(0, 24);
