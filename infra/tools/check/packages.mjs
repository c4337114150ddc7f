// Checks that packages declare what they import: an undeclared import breaks when another package drops the dependency.
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';

const IMPORT =
  /^(?:import|export)\b[^'";]*?from '([^']+)'|^import '([^']+)'|^\} from '([^']+)'|\bimport\('([^']+)'\)/gm;
/** Every test may import the first two; the others are remotes that the shell loads. */
const EVERYWHERE = new Set(['@jest/globals', 'fast-check', 'workspace', 'chat', 'settings']);
const isTest = (path) =>
  /\.(spec|e2e|conformance|process)\.tsx?$|\/test\/|^infra\/(testing|bench|runbooks|tools\/(gen|check))\/|^infra\/tools\/build\/ts-hooks|^frontends\/e2e\//.test(
    path,
  );

function importsOf(text) {
  const names = new Set();
  for (const [, ...specifiers] of text.matchAll(IMPORT)) {
    const specifier = specifiers.find(Boolean);
    if (/^\.|^node:|\$/.test(specifier) || builtinModules.includes(specifier)) continue;
    names.add(
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    );
  }
  return names;
}

/** @returns {string[]} `path: package` for every import that the package.json of the file's package does not declare */
export function undeclared(root, files) {
  const packages = new Map(
    files
      .filter((path) => path.endsWith('/package.json'))
      .map((path) => [dirname(path), JSON.parse(readFileSync(join(root, path), 'utf8'))]),
  );
  const ownerOf = (path) => {
    for (let folder = dirname(path); folder !== '.'; folder = dirname(folder))
      if (packages.has(folder)) return packages.get(folder);
    return undefined;
  };
  return files
    .filter((path) => /\.(ts|tsx|mjs)$/.test(path))
    .flatMap((path) => {
      const owner = ownerOf(path);
      if (!owner) return [];
      const named = { ...owner.dependencies, ...owner.peerDependencies, ...(isTest(path) && owner.devDependencies) };
      return [...importsOf(readFileSync(join(root, path), 'utf8'))]
        .filter((name) => !named[name] && name !== owner.name && !EVERYWHERE.has(name))
        .map((name) => `${path}: ${owner.name} does not name ${name} among its dependencies`);
    });
}
