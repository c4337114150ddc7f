import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentConfig } from '../config.js';

const FIRST_PAUSE_MS = 50;
/** Three seconds in all: by then the kubelet has looked. */
const MAX_PAUSE_MS = 1_600;
/** Besides the pause so far: names may be slow to resolve, and a packet that was dropped is sent again sooner than the kernel would. */
const CONNECT_MS = 200;
const ANSWER_MS = 4_000;

/**
 * Tells the platform that this computer can be used, with the token by which the cluster knows its pod: sooner than the kubelet
 * looks. Never throws: where it is not heard, the platform finds the computer by what the cluster says of it.
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
      // Said again, it would be refused again.
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
