/**
 * Starts and supervises what one machine needs: Postgres, the computer host, and the services in one process. All end
 * with it.
 */
import { join } from 'node:path';
import { SupervisedProcess } from './child.js';
import { loadLauncherConfig } from './config.js';
import { startDevelopment } from './dev.js';
import { Installation, say } from './installation.js';
import { compileCache, SERVICES_NODE_OPTIONS } from './node-options.js';
import { requireValidSettings } from './settings.js';

requireValidSettings();
const config = loadLauncherConfig();
const installation = new Installation(config);

installation.run(async () => {
  const database = await installation.openDatabase();
  await installation.openComputerHost();
  const development = config.ZO_DEV ? await startDevelopment(config.ZO_CHECKOUT) : undefined;
  if (development) installation.onStop(() => development.stop());
  const services = new SupervisedProcess({
    command: process.execPath,
    args: [...SERVICES_NODE_OPTIONS, join(config.ZO_CHECKOUT, 'infra/dist/services.mjs')],
    cwd: config.ZO_CHECKOUT,
    env: {
      ...process.env,
      DATABASE_URL: database,
      ZO_PUBLIC_URL: installation.publicUrl,
      ZO_FRONTENDS: join(config.ZO_CHECKOUT, 'frontends'),
      ZO_COMPUTER_HOST: installation.hostSocket,
      NODE_COMPILE_CACHE: compileCache(config.ZO_CHECKOUT),
      ...development?.servicesEnvironment,
    },
    onRestart: (reason, waits) =>
      say(`  The services ended (${reason}) and are started again${waits ? ' when a source is saved' : ''}.`),
    onKill: () => say('  The services did not end in time and were killed.'),
    ...development?.services,
  });
  services.start();
  installation.onStop(() => services.stop());
  development?.watch(services);
  await development?.untilReady();
  if (await installation.untilReady()) installation.announce();
});
