import { existsSync } from 'node:fs';

/** Chromium without its own windows needs a quarter less CPU time for the same pages. */
const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';

/** Settings of these tests from the environment. */
export const config = {
  chromium: process.env['ZO_CHROMIUM'] ?? (existsSync(HEADLESS_SHELL) ? HEADLESS_SHELL : '/usr/bin/chromium'),
  workers: Number(process.env['ZO_E2E_WORKERS'] ?? 1),
  /** How often a failed test is tried again. */
  retries: Number(process.env['ZO_E2E_RETRIES'] ?? 0),
  /** Where the runner reads the results. */
  report: process.env['ZO_E2E_REPORT'],
  /** A product that runs already, for example `npm run dev`, and its owner. */
  running: process.env['ZO_E2E_URL'],
  owner: {
    email: process.env['ZO_OWNER_EMAIL'] ?? 'ada@example.com',
    password: process.env['ZO_OWNER_PASSWORD'] ?? 'correct horse',
  },
  /** Saves screenshots for people to look at. */
  screenshots: process.env['ZO_E2E_SCREENSHOTS'] === '1',
  /** What programs that a test starts get from the environment of the tests. */
  environment: process.env,
} as const;
