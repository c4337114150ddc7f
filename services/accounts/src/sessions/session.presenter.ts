import type { Ctx } from '@zo/auth';
import { z } from 'zod';
import type { Session } from './session.entity.js';

const session = z
  .strictObject({
    id: z.uuid(),
    created_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime(),
    user_agent: z.string(),
    current: z.boolean(),
  })
  .meta({ id: 'Session' });
export const sessionsResponse = z.strictObject({ sessions: z.array(session) });

/** A session as shown to its user, without its token. */
export const presentSession = (
  { id, createdAt, lastSeenAt, userAgent }: Session,
  ctx: Ctx,
): z.infer<typeof session> => ({
  id,
  created_at: createdAt.toISOString(),
  last_seen_at: lastSeenAt.toISOString(),
  user_agent: userAgent,
  current: id === ctx.sessionId,
});
