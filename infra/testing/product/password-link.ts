/** `npm run password-link` as whoever runs the machine of a product types it. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { checkout, type Product } from './product.js';

export function passwordLink({ data, port }: Product, email: string): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(checkout, 'infra/apps/launcher/command.mjs'), 'password-link', email],
    {
      env: { ...process.env, NODE_OPTIONS: '', ZO_PREBUILT: '1', ZO_DATA: data, PORT: String(port) },
      encoding: 'utf8',
      timeout: 120_000,
    },
  );
  return { status, said: stdout + stderr };
}
