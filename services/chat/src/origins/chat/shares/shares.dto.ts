import { z } from 'zod';

const MAX_DAYS = 365;

/** 32 random bytes as base64url. */
export const shareToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/, 'is no link of ours');
export const shareInput = z.strictObject({ days: z.int().min(1).max(MAX_DAYS) });

export const share = z
  .strictObject({ id: z.uuid(), created_at: z.iso.datetime(), expires_at: z.iso.datetime() })
  .meta({ id: 'Share' });
export const newShare = share
  .extend({
    /** Part of the link. It is shown once, and only its hash is kept. */
    token: shareToken,
  })
  .meta({ id: 'NewShare' });
export const shareList = z.strictObject({ shares: z.array(share) });
