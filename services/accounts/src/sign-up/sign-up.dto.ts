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
export const setupResponse = z
  .strictObject({
    claimed: z.boolean(),
    signup: signUpMode.shape.mode,
    product: z.string(),
    computer_domain: z.string(),
    mail_domain: z.string(),
  })
  .meta({ id: 'Setup' });
export const handleResponse = z.strictObject({ handle: z.string(), available: z.boolean() });

export type SignUpMode = z.infer<typeof signUpMode>['mode'];

export const invitationRequest = z.strictObject({ email: email.optional() });
export const invitationResponse = z
  .strictObject({
    id: z.uuid(),
    code: z.string(),
    email: z.string().nullable(),
    url: z.string(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    used_by: z.uuid().nullable(),
  })
  .meta({ id: 'Invitation' });
export const invitationsResponse = z.strictObject({
  mode: signUpMode.shape.mode,
  invitations: z.array(invitationResponse),
});
export type InvitationRequest = z.infer<typeof invitationRequest>;
