import { Accounts1767000000000 } from './1767000000000-accounts.js';
import { NoInbox1767300000000 } from './1767300000000-no-inbox.js';
import { Credits1767500000000 } from './1767500000000-credits.js';
import { ApiTokens1769100000000 } from './1769100000000-api-tokens.js';
import { OAuth1770900000000 } from './1770900000000-oauth.js';
import { PasswordLinks1771200000000 } from './1771200000000-password-links.js';

export const migrations = [
  Accounts1767000000000,
  NoInbox1767300000000,
  Credits1767500000000,
  ApiTokens1769100000000,
  OAuth1770900000000,
  PasswordLinks1771200000000,
];
