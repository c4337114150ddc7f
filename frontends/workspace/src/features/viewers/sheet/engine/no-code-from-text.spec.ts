import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';

const STRICT = '--disallow-code-generation-from-strings';
/** Modules of the frontends are imported without the ending of their files. */
const WITH_ENDING = `
  import { registerHooks } from 'node:module';
  const isOurs = ({ parentURL }) => parentURL?.endsWith('.ts');
  registerHooks({
    resolve: (name, context, next) => next(/^\\.\\.?\\/[^.]*$/.test(name) && isOurs(context) ? name + '.ts' : name, context),
  });
`;
const address = (name: string): string => JSON.stringify(new URL(name, import.meta.url).href);

/** Runs a script in a process of its own. */
const run = (script: string, ...flags: string[]): string =>
  execFileSync(process.execPath, [...flags, '--no-warnings', '--input-type=module', '-'], {
    input: WITH_ENDING + script,
    encoding: 'utf8',
    stdio: 'pipe',
  });

describe('formulas', () => {
  it('are all calculated in a process that refuses to make code from text, as the policy of the app does', () => {
    const output = run(
      `
      const { Engine } = await import(${address('./engine.ts')});
      const { CASES, TABLE } = await import(${address('./formulas.ts')});
      const wrong = [];
      for (const [formula, expected] of CASES) {
        const engine = new Engine([
          { name: 'Main', rows: [...TABLE, [formula]] },
          { name: 'Two', rows: [[10, 20], [30, 'x']] },
          { name: 'My sheet', rows: [[7]] },
        ]);
        const [, , , value] = engine.run(() => false).at(-1);
        const shown = typeof value === 'object' ? value.error : value;
        if (typeof expected === 'number' ? !(Math.abs(shown - expected) < 1e-6) : shown !== expected) wrong.push(formula);
      }
      console.log(CASES.length > 200, wrong);
    `,
      STRICT,
    );
    expect(output.trim()).toBe('true []');
  });

  it('would fail there if they did', () => {
    expect(() => run(`new Function('return 1')()`, STRICT)).toThrow(/Code generation from strings disallowed/);
    expect(run(`console.log(new Function('return 1')())`).trim()).toBe('1');
  });
});
