import type { Cache } from '@zo/cache';
import type { ComputeConfig } from '../config.js';
import type { ComputerDriver } from './computer.driver.js';
import { LocalComputers } from './local.adapter.js';

/** The adapter that the configuration names. */
export async function chooseDriver(config: ComputeConfig, cache: Cache): Promise<ComputerDriver> {
  if (config.ZO_COMPUTER_DRIVER === 'local') return new LocalComputers(config.ZO_COMPUTER_HOST);
  // Loaded only here: a single machine does not need the Kubernetes client.
  const [{ KubernetesComputers }, { serveRegistrations }, { connectKube }] = await Promise.all([
    import('./kubernetes.adapter.js'),
    import('./registration.server.js'),
    import('@zo/kube'),
  ]);
  const kube = connectKube(config.ZO_KUBECONFIG);
  const shardPrefix = config.ZO_COMPUTER_NAMESPACES;
  const computers = new KubernetesComputers({ kube, cache, shardPrefix, plan: config.ZO_COMPUTER_PLAN });
  // The server ends with the process: an agent that was not answered retries and reaches another process.
  if (config.ZO_REGISTRATION_PORT)
    (
      await serveRegistrations(config.ZO_REGISTRATION_PORT, {
        kube,
        cache,
        shardPrefix,
        acceptRegistration: (registration) => computers.acceptRegistration(registration),
      })
    ).unref();
  return computers;
}
