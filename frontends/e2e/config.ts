/** Settings of these tests from the environment. */
export const config = {
  chromium: process.env['ZO_CHROMIUM'] ?? '/usr/bin/chromium',
} as const;
