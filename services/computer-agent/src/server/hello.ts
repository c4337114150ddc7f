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
const CONNECT_MS = 200;
const ANSWER_MS = 4_000;

/**
 * Registers this computer with the platform, sooner than the kubelet probes it, with the token that identifies its pod.
 * Never throws: without a registration the platform learns of the computer from the cluster.
 */
export async function hello({
  helloUrl,
  platformTokenFile,
}: Pick<AgentConfig, 'helloUrl' | 'platformTokenFile'>): Promise<void> {
  let fault = '';
  for (let pause = FIRST_PAUSE_MS; pause <= MAX_PAUSE_MS; pause *= 2) {
    try {
      const status = await post(helloUrl, (await readFile(platformTokenFile, 'utf8')).trim(), CONNECT_MS + pause);
      if (status < 300) return;
      fault = `it was answered ${status}`;
      // A retry would be refused, too.
      if (status === 401 || status === 403) break;
    } catch (error) {
      fault = (error as Error).message;
    }
    await delay(pause, undefined, { ref: false });
  }
  console.warn(`the hello was not heard: ${fault}`);
}

function post(url: string, token: string, connectMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, 'content-length': 0 };
    const request = http.request(url, { method: 'POST', agent: false, timeout: connectMs, headers }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    });
    request.once('socket', (socket) => socket.once('connect', () => socket.setTimeout(ANSWER_MS)));
    request.once('timeout', () => request.destroy(new Error('nobody answered in time')));
    request.once('error', reject);
    request.end();
  });
}
