/** The page of a link: what is asked, as the card in the chat shows it, or what became of it. Needs no script. */
import { appOf, appQuestion, isOfOthers, ownQuestion } from '@zo/proto/app-calls';
import { markHidden } from '@zo/proto/hidden-text';
import { createHash } from 'node:crypto';
import { STYLE } from './page-style.js';
import { SAYINGS } from './sayings.js';
import type { Seen } from './approvals.service.js';
import type { Question } from './chat-approvals.js';

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');
/** The form posts to this site only; nothing else is loaded, run, or shown inside another page. */
export const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${STYLE_HASH}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  // The address is a secret, but a form needs its origin.
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-robots-tag': 'noindex',
} as const;

export function pageOf(seen: Seen, { product }: { product: string }): string {
  const content = seen.to === 'ask' ? questionOf(seen) : endingOf(seen);
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${text(product)} asks</title><style>${STYLE}</style></head>
<body><main>${content}</main></body></html>`;
}

function endingOf({ ending, link }: Extract<Seen, { to: 'say' }>): string {
  const { title, text: words, tone } = SAYINGS[ending];
  const isOpen = link !== undefined && ending !== 'foreign';
  const next = isOpen || ending === 'unknown' ? '<a class="button" href="/f">Open Zo</a>' : '';
  return `<section class="card ${tone}"><h1>${title}</h1><p>${words}</p>${next}</section>`;
}

function questionOf({ question, pageToken, link }: Extract<Seen, { to: 'ask' }>): string {
  const { inWords, needsSession, title } = question;
  const chat = title === '' ? '' : `<p class="chat">${text(title)}</p>`;
  const session = needsSession ? '<p class="note">A yes needs you to be signed in in this browser.</p>' : '';
  const reply = inWords
    ? '<label for="reply">Your answer</label><textarea id="reply" name="reply" maxlength="10000" rows="4"></textarea>'
    : '';
  return `<section class="card ask">${chat}<h1>${text(titleOf(question))}</h1>
<p>${text(question.reason)}</p>${inWords ? '' : exact(question)}
<form method="post" autocomplete="off"><input type="hidden" name="page" value="${pageToken}">${reply}
<div class="answers"><button class="primary" name="decision" value="approve">${inWords ? 'Send' : 'Allow once'}</button>
<button name="decision" value="deny">${inWords ? 'Skip it' : 'No'}</button></div></form>${session}
<p class="note">Waits until ${link.expiresAt.toISOString().slice(0, 16).replace('T', ' ')} UTC. Then it is a no.</p></section>`;
}

export function titleOf({ inWords, hosts, files, tool, args }: Question): string {
  if (inWords) return 'Zo has a question';
  if (isOfOthers(tool)) return hosts.length > 0 ? `Send this to ${hosts.join(', ')}?` : 'Send this to another program?';
  const given = argsIn(args);
  const inApp = appQuestion(tool, given);
  if (inApp) return inApp;
  if (hosts.length > 0) return `Let this chat reach ${hosts.join(', ')}?`;
  if (files.length > 0)
    return files.length === 1 ? 'Let this file run by itself?' : `Let ${files.length} files run by themselves?`;
  if ('cmd' in given || 'cmd_list' in given) return 'Run this command?';
  return 'url' in given ? 'Open this address?' : (ownQuestion(tool)?.title ?? 'Allow this?');
}

/** Exactly what the answer is about: characters that could hide something are made visible. */
function exact({ tool, args, files, texts }: Question): string {
  const rows = rowsOf(tool, args).map(([name, shown]) => `<dt>${text(name)}</dt><dd>${text(shown)}</dd>`);
  const given = new Set(Object.values(argsIn(args)));
  const named = files.filter((file) => !given.has(file)).map((file) => `<dt>file</dt><dd>${text(file)}</dd>`);
  const contents = texts.map(({ file, text: content, kind, isCut }) => {
    const words = kind === 'binary' ? 'A program or other data that cannot be shown as text.' : content;
    return `<dt>${text(file)}</dt><dd>${text(words)}${isCut ? '<br>It goes on; only its beginning is shown.' : ''}</dd>`;
  });
  return `<dl><dt>tool</dt><dd>${text(tool)}</dd>${[...rows, ...named, ...contents].join('')}</dl>`;
}

/** The arguments of a call, in order; those of a tool of an app are what the app is sent. */
export function rowsOf(tool: string, args: string): (readonly [name: string, shown: string])[] {
  const given = argsIn(args);
  const { configured_props: props, ...rest } = given;
  const all =
    appOf(tool) && isRecord(props) ? [...Object.entries(rest), ...Object.entries(props)] : Object.entries(given);
  return all.map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value, null, 2)]);
}

/** A model may have named anything. */
export function argsIn(json: string): Record<string, unknown> {
  const given: unknown = JSON.parse(json);
  return isRecord(given) ? given : { arguments: given };
}

const isRecord = (given: unknown): given is Record<string, unknown> =>
  typeof given === 'object' && given !== null && !Array.isArray(given);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text of others in a page. */
const text = (given: string): string =>
  markHidden(
    given.replaceAll(/[&<>"']/g, (letter) => ENTITIES[letter]!),
    (codePoint) => `<mark>${codePoint}</mark>`,
  );
