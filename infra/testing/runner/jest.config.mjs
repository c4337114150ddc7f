// One configuration for all suites of Jest: TypeScript through swc, ESM, real processes. One Jest project per suite of
// suites.mjs.
import { readFileSync } from 'node:fs';
import { suiteOf, suites, TEST_MS } from './suites.mjs';
import { testFiles } from './test-files.mjs';

const root = new URL('../../..', import.meta.url).pathname.replace(/\/$/, '');
const swc = JSON.parse(readFileSync(new URL('../../tools/build/swc.json', import.meta.url), 'utf8'));
const react = {
  ...swc,
  jsc: {
    ...swc.jsc,
    parser: { syntax: 'typescript', tsx: true },
    transform: { react: { runtime: 'automatic' } },
  },
};
const files = testFiles(root);
const DOM = {
  testEnvironment: '@happy-dom/jest-environment',
  testEnvironmentOptions: { customExportConditions: ['node', 'node-addons'] },
};
const BARE = {
  runner: 'jest-light-runner/child-process',
  setupFilesAfterEnv: ['<rootDir>/infra/testing/runner/bare/time-limit.mjs'],
};
const DATABASE = {
  globalSetup: '<rootDir>/infra/testing/runner/database-on-demand.mjs',
  globalTeardown: '<rootDir>/infra/testing/runner/database-end.mjs',
};

const project = (name, { bare, browserDom, database }) => ({
  rootDir: root,
  displayName: name,
  // By path instead of pattern, so that every file belongs to exactly one suite.
  testMatch: files.filter((path) => suiteOf(path) === name).map((path) => `<rootDir>/${path}`),
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: {
    '^(\\.{1,2}/.*)\\.js$': '$1',
    '\\.css$|\\.worker\\.ts$': '<rootDir>/infra/testing/runner/empty-style.mjs',
  },
  transformIgnorePatterns: ['/node_modules/(?!@zo/)'],
  transform: {
    '^.+\\.tsx?$': ['@swc/jest', { ...(browserDom ? react : swc), swcrc: false, sourceMaps: 'inline' }],
  },
  ...(browserDom && DOM),
  ...(bare && BARE),
  ...(database && DATABASE),
});

export default {
  testTimeout: TEST_MS,
  testSequencer: new URL('slow-first.mjs', import.meta.url).pathname,
  projects: Object.entries(suites)
    .filter(([, { browser }]) => !browser)
    .map(([name, suite]) => project(name, suite)),
};
