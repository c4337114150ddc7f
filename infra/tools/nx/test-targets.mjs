// Nx plugin: gives every package a target for each suite from sources it has files of: `test-unit`, `test-component`,
// `test-fault`, `test-web`.
import { dirname } from 'node:path';
import { suiteOf, suites } from '../../testing/runner/suites.mjs';
import { testFiles } from '../../testing/runner/test-files.mjs';

const runner = '{workspaceRoot}/infra/testing/runner/**/*';

const target = (folder, suite) => ({
  command: `node infra/testing/runner/test.mjs ${folder}/ --suite=${suite}`,
  options: { cwd: '{workspaceRoot}' },
  cache: true,
  inputs: ['{projectRoot}/**/*', '^default', runner, '{workspaceRoot}/package-lock.json'],
});

const targetsOf = (folder, files) => {
  const own = files.filter((path) => path.startsWith(`${folder}/`));
  const quick = [...new Set(own.map(suiteOf))].filter((suite) => suites[suite].fromSources);
  return Object.fromEntries(quick.map((suite) => [`test-${suite}`, target(folder, suite)]));
};

export const createNodesV2 = [
  '{services,services/shared,frontends,infra/apps}/*/package.json',
  (packages, _options, { workspaceRoot }) => {
    const files = testFiles(workspaceRoot);
    return packages.map((file) => {
      const folder = dirname(file);
      return [file, { projects: { [folder]: { targets: targetsOf(folder, files) } } }];
    });
  },
];
