import { z } from 'zod';
import { email, password } from '../users/users.dto.js';

const account = {
  email,
  password,
  handle: z.string().max(200).default(''),
  full_name: z.string().trim().max(120).default(''),
};

export const claim = z.strictObject({ ...account, token: z.string().min(1).max(200) });
export type Claim = z.infer<typeof claim>;

export const signUp = z.strictObject({
  ...account,
  src: z.enum(['chat', 'stats', 'files']).optional(),
  referrer: z.string().max(1_000_000).optional(),
  invitation: z.string().max(200).optional(),
});
export type SignUp = z.infer<typeof signUp>;

export const signIn = z.strictObject({ email, password: z.string().max(256) });
export type SignIn = z.infer<typeof signIn>;

export const signUpMode = z.strictObject({ mode: z.enum(['closed', 'invitation', 'open']) });
export type SignUpMode = z.infer<typeof signUpMode>['mode'];

export const invitationRequest = z.strictObject({ email: email.optional() });
export type InvitationRequest = z.infer<typeof invitationRequest>;
