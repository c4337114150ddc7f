/** Validates the environment of all processes of an installation, before the first of them starts. */
import { adminSettings, ownerSettings } from '@zo/accounts/config';
import { chatSettings } from '@zo/chat/config';
import { computeSettings } from '@zo/compute/config';
import { gatewaySettings } from '@zo/gateway/config';
import { CONFIG_EXIT_CODE, configErrors, type Environment } from '@zo/config';
import { platformSettings } from '@zo/bootstrap/settings';
import { uploadsSettings } from '@zo/uploads/config';
import { launcherSettings } from './config.js';

const SETTINGS = [
  launcherSettings,
  platformSettings,
  gatewaySettings,
  ownerSettings,
  adminSettings,
  uploadsSettings,
  chatSettings,
  computeSettings,
];

/** One sentence for each invalid variable. The launcher itself supplies the address of an embedded database. */
export function settingErrors(env: Environment): string[] {
  const complete = { ...env, DATABASE_URL: env['DATABASE_URL'] || 'postgres://own' };
  return [...new Set(SETTINGS.flatMap((settings) => configErrors(settings, complete)))];
}

/** Ends the process with one line for each invalid variable. */
export function requireValidSettings(): void {
  const errors = settingErrors(process.env);
  if (errors.length === 0) return;
  for (const error of errors) process.stderr.write(`zo: ${error}\n`);
  process.exit(CONFIG_EXIT_CODE);
}
