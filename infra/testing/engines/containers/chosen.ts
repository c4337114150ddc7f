/** Decides whether engines run as containers or as plain processes. */
import { get } from 'node:http';

const PING_MS = 2_000;
const SOCKET = '/var/run/docker.sock';

/**
 * Whether engines that have an image run as containers: where a container engine answers on a socket of this machine.
 * `ZO_TEST_ENGINES=containers|processes` overrides.
 */
export async function containersChosen(): Promise<boolean> {
  const choice = process.env['ZO_TEST_ENGINES'];
  if (choice === 'containers' || choice === 'processes') return choice === 'containers';
  if (choice) throw new Error(`ZO_TEST_ENGINES is '${choice}'; it must be 'containers' or 'processes'`);
  return isContainerEngineAvailable();
}

/** Only a socket counts: an engine on another machine cannot mount the data folder. */
export async function isContainerEngineAvailable(
  host = process.env['DOCKER_HOST'] || `unix://${SOCKET}`,
): Promise<boolean> {
  if (!host.startsWith('unix://')) return false;
  return new Promise((resolve) => {
    const request = get({ socketPath: host.slice('unix://'.length), path: '/_ping', timeout: PING_MS }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    });
    request.once('timeout', () => request.destroy());
    request.once('error', () => resolve(false));
  });
}
