import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from '@jest/globals';

const checkout = fileURLToPath(new URL('../../..', import.meta.url));

/** Counts the SDK modules loaded by a process that traces a call. */
function loaded(endpoint: string): number {
  const script = `import { registerHooks } from 'node:module'; const seen = [];
    registerHooks({ resolve: (name, context, next) => (seen.push(name), next(name, context)) });
    const { startTracing, traced } = await import('@zo/tracing');
    await startTracing('x', ${endpoint}); await traced('y', { kind: 'server' }, async () => 1);
    process.stdout.write(String(seen.filter((name) => name.startsWith('@opentelemetry')).length)); process.exit();`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', './infra/tools/build/ts-hooks.mjs', '--input-type=module', '-e', script],
    { cwd: checkout, env: { ...process.env, NODE_OPTIONS: '' }, encoding: 'utf8' },
  );
  if (!stdout) throw new Error(stderr);
  return Number(stdout);
}

it('without a collector no module of the SDK is loaded', () => {
  expect([loaded('undefined'), loaded(`'http://127.0.0.1:1'`) > 0]).toEqual([0, true]);
});
