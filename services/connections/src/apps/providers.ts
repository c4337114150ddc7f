/** The endpoints of each provider, with the address of its documentation. */
import type { Provider } from './app.js';

/** https://developers.google.com/identity/protocols/oauth2/web-server */
export const google: Provider = {
  slug: 'google',
  name: 'Google',
  issuer: 'https://accounts.google.com',
  authorize: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  auth: 'post',
  // Google gives a refresh token only when consent is asked again.
  params: { access_type: 'offline', prompt: 'consent' },
  revoke: { url: 'https://oauth2.googleapis.com/revoke', kind: 'form' },
  account: { url: 'https://openidconnect.googleapis.com/v1/userinfo', path: ['email'] },
  console: 'https://console.cloud.google.com/apis/credentials',
};

/** https://developers.notion.com/docs/authorization */
export const notion: Provider = {
  slug: 'notion',
  name: 'Notion',
  issuer: 'https://api.notion.com',
  authorize: 'https://api.notion.com/v1/oauth/authorize',
  token: 'https://api.notion.com/v1/oauth/token',
  auth: 'basic',
  body: 'json',
  params: { owner: 'user' },
  revoke: { url: 'https://api.notion.com/v1/oauth/revoke', kind: 'json' },
  account: { path: ['workspace_name'] },
  console: 'https://www.notion.so/profile/integrations',
};

/** https://docs.slack.dev/authentication/installing-with-oauth */
export const slack: Provider = {
  slug: 'slack',
  name: 'Slack',
  issuer: 'https://slack.com',
  authorize: 'https://slack.com/oauth/v2_user/authorize',
  token: 'https://slack.com/api/oauth.v2.user.access',
  auth: 'post',
  scopeSeparator: ',',
  revoke: { url: 'https://slack.com/api/auth.revoke', kind: 'bearer' },
  account: { path: ['team', 'name'] },
  console: 'https://api.slack.com/apps',
};

/**
 * https://docs.github.com/en/apps/oauth-apps/building-oauth-apps/authorizing-oauth-apps. Tokens of OAuth apps do
 * not expire; those of GitHub Apps do.
 */
export const github: Provider = {
  slug: 'github',
  name: 'GitHub',
  issuer: 'https://github.com/login/oauth',
  authorize: 'https://github.com/login/oauth/authorize',
  token: 'https://github.com/login/oauth/access_token',
  auth: 'post',
  revoke: { url: 'https://api.github.com/applications/{client}/grant', kind: 'github' },
  account: { url: 'https://api.github.com/user', path: ['login'] },
  console: 'https://github.com/settings/developers',
};

/** https://linear.app/developers/oauth-2-0-authentication */
export const linear: Provider = {
  slug: 'linear',
  name: 'Linear',
  issuer: 'https://linear.app',
  authorize: 'https://linear.app/oauth/authorize',
  token: 'https://api.linear.app/oauth/token',
  auth: 'post',
  scopeSeparator: ',',
  revoke: { url: 'https://api.linear.app/oauth/revoke', kind: 'form' },
  console: 'https://linear.app/settings/api/applications/new',
};

/** https://airtable.com/developers/web/api/oauth-reference */
export const airtable: Provider = {
  slug: 'airtable',
  name: 'Airtable',
  issuer: 'https://airtable.com',
  authorize: 'https://airtable.com/oauth2/v1/authorize',
  token: 'https://airtable.com/oauth2/v1/token',
  auth: 'basic',
  account: { url: 'https://api.airtable.com/v0/meta/whoami', path: ['email'] },
  console: 'https://airtable.com/create/oauth',
};

/**
 * https://developers.dropbox.com/oauth-guide. Its challenge may come with the secret. A revoked token ends its
 * refresh token, too.
 */
export const dropbox: Provider = {
  slug: 'dropbox',
  name: 'Dropbox',
  issuer: 'https://www.dropbox.com',
  authorize: 'https://www.dropbox.com/oauth2/authorize',
  token: 'https://api.dropboxapi.com/oauth2/token',
  auth: 'post',
  params: { token_access_type: 'offline' },
  revoke: { url: 'https://api.dropboxapi.com/2/auth/token/revoke', kind: 'bearer' },
  account: { url: 'https://api.dropboxapi.com/2/users/get_current_account', method: 'POST', path: ['email'] },
  console: 'https://www.dropbox.com/developers/apps',
};

/**
 * https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow. Only partners get
 * refresh tokens: others connect again after 60 days.
 */
export const linkedin: Provider = {
  slug: 'linkedin',
  name: 'LinkedIn',
  issuer: 'https://www.linkedin.com/oauth',
  authorize: 'https://www.linkedin.com/oauth/v2/authorization',
  token: 'https://www.linkedin.com/oauth/v2/accessToken',
  auth: 'post',
  // A challenge is only for native clients there, and refused from others.
  pkce: false,
  revoke: { url: 'https://www.linkedin.com/oauth/v2/revoke', kind: 'form' },
  account: { url: 'https://api.linkedin.com/v2/userinfo', path: ['email'] },
  console: 'https://www.linkedin.com/developers/apps',
};

/**
 * https://developer.box.com/guides/authentication/oauth2/without-sdk. It does not know challenges, and passes over
 * them. A refresh token counts once, for 60 days.
 */
export const box: Provider = {
  slug: 'box',
  name: 'Box',
  issuer: 'https://account.box.com',
  authorize: 'https://account.box.com/api/oauth2/authorize',
  token: 'https://api.box.com/oauth2/token',
  auth: 'post',
  revoke: { url: 'https://api.box.com/oauth2/revoke', kind: 'form' },
  account: { url: 'https://api.box.com/2.0/users/me', path: ['login'] },
  console: 'https://app.box.com/developers/console',
};

/** https://developer.todoist.com/api/v1 (Authorization). A refresh token counts once. */
export const todoist: Provider = {
  slug: 'todoist',
  name: 'Todoist',
  issuer: 'https://todoist.com',
  authorize: 'https://app.todoist.com/oauth/authorize',
  token: 'https://api.todoist.com/oauth/access_token',
  auth: 'post',
  scopeSeparator: ',',
  revoke: { url: 'https://api.todoist.com/api/v1/revoke', kind: 'json' },
  account: { url: 'https://api.todoist.com/api/v1/user', path: ['email'] },
  console: 'https://app.todoist.com/app/settings/integrations/app-management',
};

/** https://developers.asana.com/docs/oauth */
export const asana: Provider = {
  slug: 'asana',
  name: 'Asana',
  issuer: 'https://app.asana.com/api/1.0',
  authorize: 'https://app.asana.com/-/oauth_authorize',
  token: 'https://app.asana.com/-/oauth_token',
  auth: 'post',
  revoke: { url: 'https://app.asana.com/-/oauth_revoke', kind: 'form' },
  account: { path: ['data', 'email'] },
  console: 'https://app.asana.com/0/my-apps',
};

/** https://github.com/reddit-archive/reddit/wiki/OAuth2. It does not know challenges, and passes over them. */
export const reddit: Provider = {
  slug: 'reddit',
  name: 'Reddit',
  issuer: 'https://www.reddit.com',
  authorize: 'https://www.reddit.com/api/v1/authorize',
  token: 'https://www.reddit.com/api/v1/access_token',
  auth: 'basic',
  params: { duration: 'permanent' },
  revoke: { url: 'https://www.reddit.com/api/v1/revoke_token', kind: 'form' },
  account: { url: 'https://oauth.reddit.com/api/v1/me', path: ['name'] },
  console: 'https://www.reddit.com/prefs/apps',
};
