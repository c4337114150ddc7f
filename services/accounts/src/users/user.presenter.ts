import { onboardingFields } from '../onboarding/onboarding.dto.js';
import { settings } from '../settings/settings.dto.js';
import type { User } from './user.entity.js';

export interface Domains {
  readonly ZO_COMPUTER_DOMAIN: string;
  readonly ZO_MAIL_DOMAIN: string;
  readonly ZO_SITES_DOMAIN: string;
}

/** The five addresses a handle yields (AU-03). */
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

/** Who is signed in (AU-04): claims, profile, and what the shell needs for its first paint. */
export function presentMe(user: User, domains: Domains) {
  const addresses = presentAddresses(user.handle, domains);
  const claims = { id: user.id, email: user.email, domains: [addresses.web] };
  return {
    claims,
    profile: { ...claims, full_name: user.fullName, picture: user.picture },
    handle: user.handle,
    is_owner: user.owner,
    addresses,
    settings: settings.parse(user.settings),
    onboarding: Object.fromEntries(onboardingFields.map((field) => [field, user.onboarding[field] ?? false])),
  };
}
export type Me = ReturnType<typeof presentMe>;
