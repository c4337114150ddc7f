/** What a call of a tool of an app is, in words: to ask its user in the chat, on a page and in a message alike. */

const SPELLED: Readonly<Record<string, string>> = { github: 'GitHub', linkedin: 'LinkedIn' };
/** A model may have named anything: what is no name of a tool is not read aloud. */
const TOOL = /^[a-z]{1,20}(_[a-z]{1,20}){1,4}$/;
/** Nouns without a number. */
const UNCOUNTED = new Set(['text']);

/** Whether a call goes to another program, which gets all of its arguments. */
export const isOfOthers = (tool: string): boolean => tool.startsWith('mcp_') || tool === 'use_app_tool';

/** The app that a call uses: `Google Calendar`. Undefined for other calls. */
export function appOf(tool: string): string | undefined {
  const slug = isOfOthers(tool) ? undefined : /^use_app_([a-z_]{1,40})$/.exec(tool)?.[1];
  if (slug === undefined || Object.hasOwn(SPELLED, slug)) return slug && SPELLED[slug];
  return slug.replaceAll(
    /(?:^|_)([a-z])/g,
    (_whole, letter: string, at: number) => (at > 0 ? ' ' : '') + letter.toUpperCase(),
  );
}

const OWN: Readonly<Record<string, { title: string; yes: string }>> = {
  create_scheduled_task: { title: 'Make this schedule?', yes: 'Make it' },
  edit_scheduled_task: { title: 'Change this schedule?', yes: 'Change it' },
  create_or_rewrite_file: { title: 'Write this file?', yes: 'Write it' },
  edit_file: { title: 'Change this file?', yes: 'Change it' },
  edit_file_llm: { title: 'Change this file?', yes: 'Change it' },
};

/** How a call of a tool of Zo that is no command is asked about, and the yes to it. */
export const ownQuestion = (tool: string): { title: string; yes: string } | undefined =>
  Object.hasOwn(OWN, tool) ? OWN[tool] : undefined;

/** `Send a message in Slack?` Undefined for calls that use no app. */
export function appQuestion(tool: string, args: unknown): string | undefined {
  const app = appOf(tool);
  if (app === undefined) return undefined;
  const name = (args as { tool_name?: unknown } | null)?.tool_name;
  if (typeof name !== 'string' || !TOOL.test(name)) return `Do this in ${app}?`;
  const [verb = '', ...what] = name.split('_');
  const preposition = what[0] === 'to' ? ['to'] : [];
  const noun = what.slice(preposition.length);
  const isPlain = noun.at(-1)!.endsWith('s') || UNCOUNTED.has(noun.at(-1)!) || noun[0] === 'my';
  const article = isPlain ? [] : [/^[aeiou]/.test(noun[0]!) ? 'an' : 'a'];
  return `${[verb[0]!.toUpperCase() + verb.slice(1), ...preposition, ...article, ...noun].join(' ')} in ${app}?`;
}
