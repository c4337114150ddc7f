/** The 17 apps, in the order in which they are shown. Scopes are the least that the app's features need. */
import type { App, Provider } from './app.js';
import * as providers from './providers.js';

const GOOGLE = ['openid', 'email'];
const scope = (name: string) => [...GOOGLE, `https://www.googleapis.com/auth/${name}`];
const adds = (words: string, name: string) => ({ words, scopes: [`https://www.googleapis.com/auth/${name}`] });
const { google } = providers;

export const apps: readonly App[] = [
  // Not `drive.file`, which shows only files that the user has picked in a dialog of Google.
  {
    slug: 'google_drive',
    name: 'Google Drive',
    about: 'Files',
    provider: google,
    scopes: scope('drive.readonly'),
    writing: adds('make files', 'drive.file'),
  },
  {
    slug: 'gmail',
    name: 'Gmail',
    about: 'Mail',
    provider: google,
    scopes: scope('gmail.readonly'),
    writing: adds('write drafts and send mail', 'gmail.compose'),
  },
  {
    slug: 'notion',
    name: 'Notion',
    about: 'Pages and databases',
    provider: providers.notion,
    scopes: [],
    writing: { words: 'make and change pages', scopes: [] },
  },
  {
    slug: 'slack',
    name: 'Slack',
    about: 'Channels and messages',
    provider: providers.slack,
    scopes: ['channels:read', 'channels:history', 'users:read', 'search:read'],
    writing: { words: 'post messages as you', scopes: ['chat:write'] },
  },
  {
    slug: 'github',
    name: 'GitHub',
    about: 'Issues and code',
    provider: providers.github,
    // There is no scope that only reads private repositories.
    scopes: ['read:user', 'repo'],
    writing: { words: 'open issues and comment as you', scopes: [] },
  },
  {
    slug: 'box',
    name: 'Box',
    about: 'Files',
    provider: providers.box,
    scopes: ['root_readonly'],
    writing: { words: 'make folders and comment', scopes: ['root_readwrite'] },
  },
  {
    slug: 'dropbox',
    name: 'Dropbox',
    about: 'Files',
    provider: providers.dropbox,
    scopes: ['account_info.read', 'files.metadata.read', 'files.content.read'],
    writing: { words: 'make files', scopes: ['files.content.write'] },
  },
  {
    slug: 'google_calendar',
    name: 'Google Calendar',
    about: 'Events',
    provider: google,
    scopes: scope('calendar.readonly'),
    writing: adds('make, change and delete events', 'calendar.events'),
  },
  {
    slug: 'google_docs',
    name: 'Google Docs',
    about: 'Documents',
    provider: google,
    scopes: scope('documents.readonly'),
    writing: adds('make and change documents', 'documents'),
  },
  {
    slug: 'google_sheets',
    name: 'Google Sheets',
    about: 'Spreadsheets',
    provider: google,
    scopes: scope('spreadsheets.readonly'),
    writing: adds('make and change spreadsheets', 'spreadsheets'),
  },
  {
    slug: 'linear',
    name: 'Linear',
    about: 'Issues and projects',
    provider: providers.linear,
    scopes: ['read'],
    writing: { words: 'make issues and comment as you', scopes: ['write'] },
  },
  {
    slug: 'asana',
    name: 'Asana',
    about: 'Tasks and projects',
    provider: providers.asana,
    scopes: ['default'],
    writing: { words: 'make tasks and comment as you', scopes: [] },
  },
  {
    slug: 'todoist',
    name: 'Todoist',
    about: 'Tasks',
    provider: providers.todoist,
    scopes: ['data:read'],
    writing: { words: 'make, change and complete tasks', scopes: ['data:read_write'] },
  },
  {
    slug: 'airtable',
    name: 'Airtable',
    about: 'Bases, as tables',
    provider: providers.airtable,
    scopes: ['data.records:read', 'schema.bases:read', 'user.email:read'],
    writing: { words: 'make, change and delete records', scopes: ['data.records:write'] },
  },
  { slug: 'telegram', name: 'Telegram', about: 'Messages, by a bot', scopes: [] },
  {
    slug: 'linkedin',
    name: 'LinkedIn',
    about: 'Your profile',
    provider: providers.linkedin,
    scopes: ['openid', 'profile', 'email'],
    writing: { words: 'publish posts as you', scopes: ['w_member_social'] },
  },
  {
    slug: 'reddit',
    name: 'Reddit',
    about: 'Posts',
    provider: providers.reddit,
    scopes: ['identity', 'read'],
    writing: { words: 'publish posts and comments as you', scopes: ['submit'] },
  },
];

const BY_SLUG = new Map(apps.map((app) => [app.slug, app]));
const PROVIDERS = new Map(Object.values(providers).map((provider) => [provider.slug, provider]));

export const appOf = (slug: string): App | undefined => BY_SLUG.get(slug);
export const providerOf = (slug: string): Provider | undefined => PROVIDERS.get(slug);
