import type { ComputeConfig } from '../config.js';
import type { ComputerDriver } from './computer.driver.js';
import { LocalComputers } from './local.adapter.js';

/** The adapter the configuration names. */
export async function chooseDriver(config: ComputeConfig): Promise<ComputerDriver> {
  if (config.ZO_COMPUTER_DRIVER === 'local') return new LocalComputers(config.ZO_COMPUTER_HOST);
  // Loaded only here: one machine has no use for the client of a cluster.
  const [{ KubernetesComputers }, { connectKube }] = await Promise.all([import('./kubernetes.adapter.js'), import('@zo/shared/kube')]);
  return new KubernetesComputers({ kube: connectKube(config.ZO_KUBECONFIG), shardPrefix: config.ZO_COMPUTER_NAMESPACES, plan: config.ZO_COMPUTER_PLAN });
}
