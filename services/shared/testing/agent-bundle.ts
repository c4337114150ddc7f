import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

const agent = new URL('../../computer-agent/', import.meta.url).pathname;

function newest(path: string): number {
  return Math.max(
    0,
    ...readdirSync(path, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /(?<!\.spec)\.ts$/.test(entry.name))
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs),
  );
}

/** The bundle that is shipped, with the agent's programs beside it; built again if a source is newer. */
export async function agentBundle(): Promise<string> {
  const file = `${agent}dist/agent.mjs`;
  const sources = Math.max(...['src', '../shared', '../../proto/gen'].map((folder) => newest(`${agent}${folder}`)));
  if (existsSync(file) && statSync(file).mtimeMs > sources) return file;
  const build = spawn(process.execPath, [`${agent}build.mjs`], { stdio: 'inherit' });
  const [code] = (await once(build, 'exit')) as [number];
  if (code !== 0) throw new Error('the agent could not be built');
  return file;
}
