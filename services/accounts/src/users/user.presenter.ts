import { z } from 'zod';
import { onboardingFields } from '../onboarding/onboarding.dto.js';
import { settings, settingsResponse } from '../settings/settings.dto.js';
import type { User } from './user.entity.js';

export interface Domains {
  readonly ZO_COMPUTER_DOMAIN: string;
  readonly ZO_MAIL_DOMAIN: string;
  readonly ZO_SITES_DOMAIN: string;
}

/** The five addresses derived from a handle (AU-03). */
export function presentAddresses(handle: string, domains: Domains) {
  const web = `${handle}.${domains.ZO_COMPUTER_DOMAIN}`;
  return {
    web,
    email: `${handle}@${domains.ZO_MAIL_DOMAIN}`,
    sms: `${handle}@sms.${domains.ZO_MAIL_DOMAIN}`,
    desktop: `zo://${web}`,
    sites: `${handle}.${domains.ZO_SITES_DOMAIN}`,
  };
}

const claims = z.strictObject({ id: z.uuid(), email: z.string(), domains: z.array(z.string()) });

/** The signed-in user. */
export const me = z
  .strictObject({
    claims,
    profile: claims.extend({ full_name: z.string().nullable(), picture: z.string().nullable() }),
    handle: z.string(),
    is_owner: z.boolean(),
    addresses: z.strictObject({
      web: z.string(),
      email: z.string(),
      sms: z.string(),
      desktop: z.string(),
      sites: z.string(),
    }),
    settings: settingsResponse,
    onboarding: z.record(z.enum(onboardingFields), z.union([z.boolean(), z.number()])),
  })
  .meta({ id: 'Me' });
export type Me = z.infer<typeof me>;

/** Presents the signed-in user (AU-04): claims, profile, and what the shell needs for its first paint. */
export function presentMe(user: User, domains: Domains): Me {
  const addresses = presentAddresses(user.handle, domains);
  const claimed = { id: user.id, email: user.email, domains: [addresses.web] };
  return {
    claims: claimed,
    profile: { ...claimed, full_name: user.fullName, picture: user.picture },
    handle: user.handle,
    is_owner: user.owner,
    addresses,
    settings: settings.parse(user.settings),
    onboarding: Object.fromEntries(
      onboardingFields.map((field) => [field, user.onboarding[field] ?? false]),
    ) as Me['onboarding'],
  };
}

/** Somebody with an account here, as the owner sees them in lists. */
export const people = z
  .strictObject({
    people: z.array(
      z.strictObject({ id: z.uuid(), handle: z.string(), full_name: z.string().nullable(), is_owner: z.boolean() }),
    ),
  })
  .meta({ id: 'People' });
export type PersonFacts = Pick<User, 'id' | 'handle' | 'fullName' | 'owner'>;

export const presentPeople = (users: readonly PersonFacts[]): z.infer<typeof people> => ({
  people: users.map(({ id, handle, fullName, owner }) => ({
    id,
    handle,
    full_name: fullName || null,
    is_owner: owner,
  })),
});
