/** What a paired machine keeps: one file for each Zo that it is paired with, readable by its user only. */
import { createHmac } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dataFolder } from './config.js';

export interface MachineState {
  readonly url: string;
  readonly token: string;
  readonly folder: string;
  readonly shell: boolean;
  /** Absent in what older versions kept. */
  readonly readOnly?: boolean;
}

/** The folder of this program's data about one Zo. @throws Error for what is no address */
export function stateFolder(url: string): string {
  if (!URL.canParse(url)) throw new Error(`“${url}” is no address.`);
  return join(dataFolder(), new URL(url).host.replaceAll(':', '_'));
}

/** The Zo that this machine is paired with, if it is exactly one. */
export function onlyUrl(): string | undefined {
  const folders = existsSync(dataFolder()) ? readdirSync(dataFolder()) : [];
  const states = folders.map((name) => readState(join(dataFolder(), name))).filter((state) => state !== undefined);
  return states.length === 1 ? states[0]!.url : undefined;
}

export function readState(folder: string): MachineState | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'machine.json'), 'utf8')) as MachineState;
  } catch {
    return undefined;
  }
}

export function writeState(folder: string, state: MachineState): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const scratch = join(folder, 'machine.json.new');
  writeFileSync(scratch, `${JSON.stringify(state, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(scratch, join(folder, 'machine.json'));
}

/** Where the agent keeps its data. `folder`: of this program's data about one Zo. */
export const homeIn = (folder: string): string => join(folder, 'home');

/** Also removes uploads in progress: nobody can finish them. */
export function removeState(folder: string): void {
  rmSync(join(folder, 'machine.json'), { force: true });
  rmSync(join(homeIn(folder), '.computer', 'uploads'), { recursive: true, force: true });
}

/** The agent's identity, which the services derive in the same way (services/compute/src/machines). */
export function identityOf(token: string): { instance: string; secret: string } {
  const [, , instance, ...secret] = token.split('_');
  if (!instance || secret.length === 0) throw new Error('The credential of this machine is damaged. Pair it again.');
  return { instance, secret: createHmac('sha256', secret.join('_')).update('agent').digest('hex') };
}
