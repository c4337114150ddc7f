import { z } from 'zod';
import { password } from '../users/users.dto.js';

export const newPassword = z.strictObject({ code: z.string().min(1).max(200), password });
export type NewPassword = z.infer<typeof newPassword>;
