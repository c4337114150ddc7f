/**
 * One process of an installation, selected by name: `node service.mjs gateway`. The entry point of the services' image.
 */
import process from 'node:process';

const processes: Readonly<Record<string, () => Promise<unknown>>> = {
  gateway: () => import('@zo/gateway/main'),
  accounts: () => import('@zo/accounts/main'),
  files: () => import('@zo/files/main'),
  uploads: () => import('@zo/uploads/main'),
  chat: () => import('@zo/chat/main'),
  compute: () => import('@zo/compute/main'),
  zo: () => import('@zo/zo/main'),
  channels: () => import('@zo/channels/main'),
  connections: () => import('@zo/connections/main'),
  'compute-operator': () => import('@zo/compute/operator'),
  migrate: () => import('./migrate.js'),
  'backup-rows': async () => (await import('../backup/in-cluster.js')).backUpRows(),
  'restore-rows': async () => (await import('../backup/in-cluster.js')).restoreRows(process.argv[3]),
  'list-homes': async () => (await import('../backup/in-cluster.js')).listHomes(),
};

const start = processes[process.argv[2] ?? ''];
if (!start) {
  process.stderr.write(`zo: name one of ${Object.keys(processes).join(', ')}\n`);
  process.exit(64);
}
await start();
