import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentConfig } from '../config.js';

const FIRST_PAUSE_MS = 50;
/** Three seconds in all: by then the kubelet has probed. */
const MAX_PAUSE_MS = 1_600;
/**
 * Added to the current pause: name resolution may be slow, and a dropped packet is retried sooner than by the kernel.
 */
const CONNECT_TIMEOUT_MS = 200;
const RESPONSE_TIMEOUT_MS = 4_000;

/**
 * Registers this computer with the platform, sooner than the kubelet probes it, with the token that identifies its pod.
 * Never throws: without a registration the platform learns of the computer from the cluster.
 */
export async function register({
  registrationUrl,
  platformTokenFile,
}: Pick<AgentConfig, 'registrationUrl' | 'platformTokenFile'>): Promise<void> {
  let failure = '';
  for (let pause = FIRST_PAUSE_MS; pause <= MAX_PAUSE_MS; pause *= 2) {
    try {
      const status = await post(
        registrationUrl,
        (await readFile(platformTokenFile, 'utf8')).trim(),
        CONNECT_TIMEOUT_MS + pause,
      );
      if (status < 300) return;
      failure = `the response was ${status}`;
      // A retry would be refused, too.
      if (status === 401 || status === 403) break;
    } catch (error) {
      failure = (error as Error).message;
    }
    await delay(pause, undefined, { ref: false });
  }
  console.warn(`the registration failed: ${failure}`);
}

function post(url: string, token: string, connectTimeoutMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-length': 0 };
    const request = http.request(
      url,
      { method: 'POST', agent: false, timeout: connectTimeoutMs, headers },
      (response) => {
        response.resume();
        resolve(response.statusCode!);
      },
    );
    request.once('socket', (socket) => socket.once('connect', () => socket.setTimeout(RESPONSE_TIMEOUT_MS)));
    request.once('timeout', () => request.destroy(new Error('timed out')));
    request.once('error', reject);
    request.end();
  });
}
