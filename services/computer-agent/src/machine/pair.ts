import { platform } from 'node:os';
import type { MachineState } from './state.js';

const ANSWER_MS = 30_000;
const MAX_TOKEN = 400;

/** Exchanges a code for the machine's credential. @throws Error with what the server says */
export async function pair(
  code: string,
  { url, name, ...wanted }: { url: string; name: string } & Omit<MachineState, 'url' | 'token'>,
): Promise<MachineState> {
  const { folder, shell } = wanted;
  // oxlint-disable-next-line no-restricted-globals -- Runs on a person's own machine, outside of the platform.
  const answer = await fetch(new URL('/api/machines/pair', url), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code, name, platform: platform() === 'darwin' ? 'macos' : 'linux', folder, shell }),
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  const said = (await answer.json().catch(() => ({}))) as { token?: unknown; detail?: unknown };
  if (!answer.ok) throw new Error(typeof said.detail === 'string' ? said.detail : `${url} answered ${answer.status}.`);
  if (typeof said.token !== 'string' || said.token.length > MAX_TOKEN) throw new Error(`${url} is no Zo.`);
  return { url, token: said.token, ...wanted };
}
