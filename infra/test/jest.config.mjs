// One configuration for every suite: TypeScript through swc, ESM, real processes.
import { readFileSync } from 'node:fs';

const root = new URL('../..', import.meta.url).pathname.replace(/\/$/, '');
const swc = JSON.parse(readFileSync(new URL('../build/swc.json', import.meta.url), 'utf8'));
const react = {
  ...swc,
  jsc: { ...swc.jsc, parser: { syntax: 'typescript', tsx: true }, transform: { react: { runtime: 'automatic' } } },
};
const shared = {
  rootDir: root,
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1', '\\.css$|\\.ts\\?url$': '<rootDir>/infra/test/empty-style.mjs' },
  transformIgnorePatterns: ['/node_modules/(?!@zo/)'],
};

export default {
  testTimeout: 60_000,
  projects: [
    {
      ...shared,
      displayName: 'services',
      testMatch: ['<rootDir>/services/**/*.spec.ts', '<rootDir>/infra/**/*.spec.ts', '<rootDir>/proto/**/*.spec.ts'],
      testPathIgnorePatterns: ['/node_modules/', '\\.(engines|cluster|node)\\.spec\\.ts$'],
      transform: { '^.+\\.ts$': ['@swc/jest', { ...swc, swcrc: false, sourceMaps: 'inline' }] },
    },
    {
      // Suites that need Kafka, Redis or S3 (infra/engines).
      ...shared,
      displayName: 'engines',
      testMatch: ['<rootDir>/services/**/*.engines.spec.ts', '<rootDir>/infra/**/*.engines.spec.ts'],
      transform: { '^.+\\.ts$': ['@swc/jest', { ...swc, swcrc: false, sourceMaps: 'inline' }] },
    },
    {
      // Suites on a real control plane (infra/cluster); `npm run cluster:test`.
      ...shared,
      displayName: 'cluster',
      testMatch: ['<rootDir>/services/**/*.cluster.spec.ts', '<rootDir>/infra/**/*.cluster.spec.ts'],
      transform: { '^.+\\.ts$': ['@swc/jest', { ...swc, swcrc: false, sourceMaps: 'inline' }] },
    },
    {
      // The product on a real node (infra/cluster/node); `npm run e2e:cluster`.
      ...shared,
      displayName: 'node',
      testMatch: ['<rootDir>/infra/cluster/node/**/*.node.spec.ts'],
      transform: { '^.+\\.ts$': ['@swc/jest', { ...swc, swcrc: false, sourceMaps: 'inline' }] },
    },
    {
      ...shared,
      displayName: 'e2e',
      testEnvironment: '<rootDir>/infra/test/journey-environment.mjs',
      testMatch: ['<rootDir>/frontends/e2e/**/*.e2e.ts'],
      transform: { '^.+\\.ts$': ['@swc/jest', { ...swc, swcrc: false, sourceMaps: 'inline' }] },
    },
    {
      // The same journeys against every service as several processes (`npm run dev:cluster`).
      ...shared,
      displayName: 'cluster-e2e',
      testEnvironment: '<rootDir>/infra/test/journey-environment.mjs',
      testMatch: ['first-run', 'uploads', 'files', 'terminal', 'chat'].map(
        (name) => `<rootDir>/frontends/e2e/${name}.e2e.ts`,
      ),
      setupFiles: ['<rootDir>/infra/test/cluster-e2e.mjs'],
      transform: { '^.+\\.ts$': ['@swc/jest', { ...swc, swcrc: false, sourceMaps: 'inline' }] },
    },
    {
      ...shared,
      displayName: 'frontends',
      testMatch: ['<rootDir>/frontends/**/*.spec.ts', '<rootDir>/frontends/**/*.spec.tsx'],
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/frontends/e2e/'],
      testEnvironment: '@happy-dom/jest-environment',
      testEnvironmentOptions: { customExportConditions: ['node', 'node-addons'] },
      transform: { '^.+\\.tsx?$': ['@swc/jest', { ...react, swcrc: false, sourceMaps: 'inline' }] },
    },
  ],
};
