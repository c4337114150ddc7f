/** The 17 apps, in the order in which they are shown. Scopes are the least that the app's features need. */
import type { App, Provider } from './app.js';
import * as providers from './providers.js';

const GOOGLE = ['openid', 'email'];
const scope = (name: string) => [...GOOGLE, `https://www.googleapis.com/auth/${name}`];
const { google } = providers;

export const apps: readonly App[] = [
  // Not `drive.file`, which shows only files that the user has picked in a dialog of Google.
  { slug: 'google_drive', name: 'Google Drive', about: 'Files', provider: google, scopes: scope('drive.readonly') },
  { slug: 'gmail', name: 'Gmail', about: 'Mail', provider: google, scopes: scope('gmail.readonly') },
  { slug: 'notion', name: 'Notion', about: 'Pages and databases', provider: providers.notion, scopes: [] },
  {
    slug: 'slack',
    name: 'Slack',
    about: 'Channels and messages',
    provider: providers.slack,
    scopes: ['channels:read', 'channels:history', 'users:read', 'search:read'],
  },
  {
    slug: 'github',
    name: 'GitHub',
    about: 'Issues and code',
    provider: providers.github,
    scopes: ['read:user', 'repo'],
  },
  { slug: 'box', name: 'Box', about: 'Files', provider: providers.box, scopes: ['root_readonly'] },
  {
    slug: 'dropbox',
    name: 'Dropbox',
    about: 'Files',
    provider: providers.dropbox,
    scopes: ['account_info.read', 'files.metadata.read', 'files.content.read'],
  },
  {
    slug: 'google_calendar',
    name: 'Google Calendar',
    about: 'Events',
    provider: google,
    scopes: scope('calendar.readonly'),
  },
  {
    slug: 'google_docs',
    name: 'Google Docs',
    about: 'Documents',
    provider: google,
    scopes: scope('documents.readonly'),
  },
  {
    slug: 'google_sheets',
    name: 'Google Sheets',
    about: 'Spreadsheets',
    provider: google,
    scopes: scope('spreadsheets.readonly'),
  },
  { slug: 'linear', name: 'Linear', about: 'Issues and projects', provider: providers.linear, scopes: ['read'] },
  { slug: 'asana', name: 'Asana', about: 'Tasks and projects', provider: providers.asana, scopes: ['default'] },
  { slug: 'todoist', name: 'Todoist', about: 'Tasks', provider: providers.todoist, scopes: ['data:read'] },
  {
    slug: 'airtable',
    name: 'Airtable',
    about: 'Bases, as tables',
    provider: providers.airtable,
    scopes: ['data.records:read', 'schema.bases:read', 'user.email:read'],
  },
  { slug: 'telegram', name: 'Telegram', about: 'Not available yet', scopes: [] },
  {
    slug: 'linkedin',
    name: 'LinkedIn',
    about: 'Your profile',
    provider: providers.linkedin,
    scopes: ['openid', 'profile', 'email'],
  },
  { slug: 'reddit', name: 'Reddit', about: 'Posts', provider: providers.reddit, scopes: ['identity', 'read'] },
];

const BY_SLUG = new Map(apps.map((app) => [app.slug, app]));
const PROVIDERS = new Map(Object.values(providers).map((provider) => [provider.slug, provider]));

export const appOf = (slug: string): App | undefined => BY_SLUG.get(slug);
export const providerOf = (slug: string): Provider | undefined => PROVIDERS.get(slug);
