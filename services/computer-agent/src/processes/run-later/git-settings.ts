/**
 * Settings of git, line by line: which of them only describe a repository, and which make git run or reach something.
 */

/** Settings of a section, by their names. */
const settings = (section: string, ...names: string[]) => new RegExp(`^${section}\\.(${names.join('|')})$`);

const HARMLESS: readonly RegExp[] = [
  settings('core', 'repositoryformatversion', 'filemode', 'bare', 'logallrefupdates', 'ignorecase', 'symlinks'),
  settings('core', 'precomposeunicode', 'autocrlf', 'eol', 'safecrlf', 'abbrev', 'quotepath', 'whitespace'),
  settings('core', 'sparsecheckout', 'sparsecheckoutcone', 'untrackedcache', 'longpaths'),
  /^(user|author|committer)\.(name|email)$/,
  /^remote\.[^\n]*\.(fetch|tagopt|prune)$/,
  /^branch\.[^\n]*\.(merge|rebase|description)$/,
  /^(init\.defaultbranch|pull\.(rebase|ff)|push\.(default|autosetupremote|followtags)|fetch\.prune|merge\.(ff|conflictstyle))$/,
  /^(color|advice|status|log|rebase)\.[^.\n]*$/,
  /^diff\.(algorithm|renames|colormoved|context|noprefix|mnemonicprefix)$/,
  settings('extensions', 'objectformat', 'refstorage', 'partialclone'),
  /^submodule\.(?:[^\n]*\.)?active$/,
  /^(tag\.sort|gc\.auto|lfs\.repositoryformatversion)$/,
];
/** Addresses that git talks to by itself; others name a program, such as `ext::sh -c …`. */
const PLAIN_ADDRESS = /^(?:(?:https?|ssh|git):\/\/[^\s"\\]+|(?:[\w.-]+@)?[\w.-]+:[^\s":\\][^\s"\\]*|[\w./][^\s":\\]*)$/;
const NAME_OF = /^branch\.[^\n]*\.remote$/;
const PLAIN_NAME = /^[\w-][\w.-]*$/;
const ADDRESS_OF = /^(?:remote|submodule)\.[^\n]*\.url$/;
const SECTION = /^\s*\[([A-Za-z0-9-]+)(?:\s+"((?:[^"\\\n]|\\["\\])*)")?\]\s*$/;
const SETTING = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*([^\n]*?)\s*)?$/;
const NOTHING = /^\s*(?:[#;].*)?$/;

interface Line {
  readonly text: string;
  /** `section.sub.name=value`; undefined: a section, a comment, or not understood. */
  readonly setting?: string;
  readonly name?: string;
  readonly value?: string;
  readonly isHarmless: boolean;
}

/** Any line that is not understood may do anything. */
function* linesOf(text: string): Generator<Line> {
  let section = '';
  for (const line of text.split('\n')) {
    const head = SECTION.exec(line);
    if (head) {
      section = head[2] === undefined ? head[1]!.toLowerCase() : `${head[1]!.toLowerCase()}.${head[2]}`;
      yield { text: line, isHarmless: true };
    } else if (NOTHING.test(line) && !line.endsWith('\\')) yield { text: line, isHarmless: true };
    else {
      const found = SETTING.exec(line);
      const name = found ? `${section}.${found[1]!.toLowerCase()}` : undefined;
      const value = found?.[2] ?? '';
      const isWhole = !line.endsWith('\\') && !line.includes('\0') && section !== '';
      yield {
        text: line,
        setting: name === undefined ? line : `${name}=${value}`,
        ...(name !== undefined && { name, value }),
        isHarmless: isWhole && isPlain(name ?? '', value),
      };
    }
  }
}

function isPlain(name: string, value: string): boolean {
  if (ADDRESS_OF.test(name)) return PLAIN_ADDRESS.test(value);
  if (NAME_OF.test(name)) return PLAIN_NAME.test(value);
  return HARMLESS.some((harmless) => harmless.test(name));
}

/**
 * Undefined if the settings run and reach nothing that those before did not. Otherwise what is safe: those before, or
 * if there were none, without the lines that could do it.
 */
export function safeSettings(text: string, before: string): string | undefined {
  const old = [...linesOf(before)];
  const known = new Set(old.map((line) => line.setting ?? line.text));
  const addresses = new Set(old.flatMap(({ name }) => (name !== undefined && ADDRESS_OF.test(name) ? [name] : [])));
  const lines = [...linesOf(text)];
  const isSafe = ({ isHarmless, setting, name, text: line }: Line) =>
    known.has(setting ?? line) || (isHarmless && !(name !== undefined && addresses.has(name)));
  const kept = lines.filter(isSafe);
  if (kept.length === lines.length) return undefined;
  return before === '' ? kept.map((line) => line.text).join('\n') : before;
}

/** Folders with hooks and files with more settings that these name, relative to where git looks for them. */
export function placesIn(text: string): { hooks: string[]; includes: string[] } {
  const places = { hooks: [] as string[], includes: [] as string[] };
  for (const { name, value } of linesOf(text)) {
    if (name === 'core.hookspath' && value) places.hooks.push(unquoted(value));
    if (name !== undefined && value && /^include(?:if\.[^\n]*)?\.path$/.test(name))
      places.includes.push(unquoted(value));
  }
  return places;
}

const unquoted = (value: string) => value.replace(/^"([^"\\]*)"$/, '$1');
