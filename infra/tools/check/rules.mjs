// Project rules that no linter covers. Each has a fixture in infra/tools/check/fixtures that must violate it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ name: string, why: string, files: RegExp, except?: RegExp, finds: RegExp }} Rule */

/** @type {Rule[]} */
export const rules = [
  {
    name: 'colours',
    why: 'Colours are tokens; a theme is a set of them.',
    files: /^frontends\/.*\.(tsx|css)$/,
    except: /^frontends\/shared\/(theme|ui\/theme)\//,
    finds:
      /#[0-9a-f]{6}\b|\b(rgba?|hsla?|oklch)\(|\b(bg|text|border|ring|fill|stroke)-(red|blue|green|gray|slate|zinc|neutral|stone|amber|yellow|emerald|white|black)(-\d+)?\b/i,
  },
  {
    name: 'identity',
    why: 'Nobody but the gateway and the auth library reads or writes identity headers.',
    files: /^services\/.*\.ts$/,
    except: /^services\/(gateway|shared)\//,
    finds: /['"]x-(user|internal)[\w-]*['"]/i,
  },
  {
    name: 'live-channel',
    why: 'Messages to browsers are declared in proto/live, and published and received through @zo/live.',
    files: /^services\/.*\.ts$/,
    except: /(\.spec\.ts$|^services\/shared\/live\/)/,
    finds: /user:.*:live\b/,
  },
  {
    name: 'expand',
    why:
      'Schemas only grow, because the previous release still uses them. A statement that contracts one has a comment ' +
      '`// contracts 1.2.0` with the release since which nothing uses it.',
    files: /^services\/[^/]+\/src\/db\/.*\.ts$/,
    finds:
      /^(?!.*\/\/ contracts \d+\.\d+\.\d+).*\b(drop column|rename (column|to)|set not null|alter column \w+ (set data )?type)\b/i,
  },
  {
    name: 'unfinished',
    why: 'Nothing is left for later in the code.',
    files: /^(services|frontends|infra|proto)\/.*\.(ts|tsx|mjs|css|proto)$/,
    except: /^infra\/tools\/check\//,
    finds: /\b(TODO|FIXME|XXX|HACK)\b|not implemented|coming soon/,
  },
];

/** Violations of a file as `path:line rule: why`. */
export function violations(path, text = readFileSync(path, 'utf8')) {
  const found = [];
  for (const { name, why, files, except, finds } of rules) {
    if (!files.test(path) || except?.test(path)) continue;
    text.split('\n').forEach((line, index) => {
      const isComment = /^\s*(\/\/|\*|\/\*)/.test(line);
      if (finds.test(line) && (!isComment || name === 'unfinished')) found.push(`${path}:${index + 1} ${name}: ${why}`);
    });
  }
  return found;
}

/**
 * Blocks of runbooks that no test in the folder names, as `file: block`. A test fails when it names a block without
 * running it.
 */
export function untestedRunbooks(folder) {
  const files = readdirSync(folder, { recursive: true });
  const suites = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n');
  return files
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .flatMap((file) => {
      const [, test = ''] = suites.split(`runbook('${file.slice(0, -3)}')`);
      const own = test.split('\n  it(')[0];
      const blocks = [...readFileSync(join(folder, file), 'utf8').matchAll(/^```sh(?: (\S+))?$/gm)].map(
        ([, name]) => name,
      );
      return blocks
        .filter((name) => name === undefined || (name !== 'where' && !own.includes(`run('${name}'`)))
        .map((name) => `${file}: ${name ?? 'a block without a name'}`);
    });
}
