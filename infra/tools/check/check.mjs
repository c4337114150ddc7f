// `npm run check`: types, lint, import directions, project rules, contracts and generated files. Every guard must first
// refuse a bad fixture. Without arguments Nx runs the groups that changed since they last passed; `node
// infra/tools/check/check.mjs lint types` always runs these two.
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fail, installPackages, nodeBinary, root } from '../../apps/launcher/install.mjs';
import { checkedIn, fixtures, hasFailed, mustFail, step, temporary, tool } from './steps.mjs';
import { undeclared } from './packages.mjs';
import { rules, untestedRunbooks, violations } from './rules.mjs';

/** Commit messages after this commit are checked. */
const LAST_UNCHECKED_COMMIT = '9c92a34';

const asked = process.argv.slice(2);
if (asked.length === 0) process.exit(checkChanged());
const node = nodeBinary();

/** Runs every group through Nx, which knows the inputs of each (infra/tools/package.json) and skips unchanged ones. */
function checkChanged() {
  installPackages('full');
  const targets = Object.keys(JSON.parse(readFileSync(join(root, 'infra/tools/package.json'), 'utf8')).scripts).filter(
    (name) => name.startsWith('check-'),
  );
  const nx = join(root, 'node_modules/nx/dist/bin/nx.js');
  const args = [
    'run-many',
    '-p',
    '@zo/tools',
    '-t',
    ...targets,
    '--parallel=2',
    '--nxBail=false',
    '--outputStyle=static',
  ];
  const { status } = spawnSync(nodeBinary(), [nx, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, NX_DAEMON: 'false', NX_TUI: 'false' },
  });
  console.log(status === 0 ? 'all checks passed' : 'checks failed');
  return status ?? 1;
}

/** The contracts of the main branch, copied to a folder; undefined without such a branch. */
function contractsOfMain() {
  const branch = ['main', 'origin/main'].find(
    (name) => tool('git', ['rev-parse', '--verify', '--quiet', `${name}:proto`]) === undefined,
  );
  if (!branch) return undefined;
  const folder = temporary();
  const archive = spawnSync('git', ['archive', branch, 'proto'], { cwd: root, maxBuffer: 64e6 });
  spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  return join(folder, 'proto');
}
const openapi = (folder = root) => tool(node, ['infra/tools/gen/openapi.mjs', '--check', folder]);

const groups = {};
const group = (name, steps) => (groups[name] = steps);

const tsc = join(root, 'node_modules/typescript7/bin/tsc');
const cruise = (folder) =>
  tool(
    'depcruise',
    [
      '--config',
      join(root, 'infra/tools/check/imports.cjs'),
      '--output-type',
      'err',
      'services',
      'frontends',
      ...(existsSync(join(folder, 'infra')) ? ['infra'] : []),
    ],
    { cwd: folder },
  );

group('types', () => {
  step('types of the services', () => tool(node, [tsc, '-p', 'services/tsconfig.json']));
  step('types of the frontends', () => tool(node, [tsc, '-p', 'frontends/tsconfig.json']));
});
group('lint', () => {
  step('lint', () => tool('oxlint', ['--deny-warnings']));
  step('lint refuses its fixtures', () => {
    const folder = fixtures('lint');
    // Next to the fixtures, because its overrides name paths relative to it.
    cpSync(join(root, '.oxlintrc.json'), join(folder, '.oxlintrc.json'));
    const output = tool('oxlint', ['.'], { cwd: folder });
    return mustFail('oxlint', output, [
      'max-lines)',
      'max-lines-per-function)',
      'max-params)',
      'no-process-env)',
      'no-console)',
      'no-restricted-properties)',
      'no-restricted-globals)',
      'no-restricted-imports)',
    ]);
  });
});
group('format', () => {
  step('format', () => tool('prettier', ['--check', '--cache', '.']));
  step('badly formatted text is refused', () => {
    const output = tool('prettier', ['--check', '.', '--config', join(root, '.prettierrc.json')], {
      cwd: fixtures('format'),
    });
    return mustFail('prettier', output, ['wide-line.ts', 'double-quotes.ts']);
  });
});
group('commits', () => {
  const isKnown = tool('git', ['cat-file', '-e', `${LAST_UNCHECKED_COMMIT}^{commit}`]) === undefined;
  // A shallow clone has only the newest commit.
  const from = isKnown ? LAST_UNCHECKED_COMMIT : 'HEAD~1';
  step('commit messages', () => tool('commitlint', ['--from', from, '--to', 'HEAD']));
  step('bad commit messages are refused', () => {
    const subject = `fixed: ${'a subject of more than seventy-two columns '.repeat(2)}`;
    return mustFail('commitlint', tool('commitlint', [], { input: subject }), ['type-enum', 'header-max-length']);
  });
});
group('imports', () => {
  step('import directions', () => cruise(root));
  step('import directions refuse their fixtures', () => {
    const result = cruise(fixtures('imports'));
    return mustFail('dependency-cruiser', result, [
      'service-to-service',
      'nothing-imports-upwards',
      'tests-use-testing-only',
      'apps-know-no-tests',
      'no-cycles',
      'typeorm-in-its-files',
      'shared-one-way-errors',
      'chat-one-way-allowances',
      'chat-one-way-models',
      'chat-one-way-tools',
      'chat-one-way-runs-store',
      'chat-one-way-runs-ports',
      'chat-one-way-runs-gate',
      'chat-one-way-runs-loop',
      'chat-one-way-runs-control',
      'chat-one-way-start',
      'chat-shapes-import-nothing',
      'shared-knows-no-service',
      'feature-to-feature',
      'remote-to-remote',
    ]);
  });
});
group('packages', () => {
  step('packages name what they import', () => undeclared(root, checkedIn()).join('\n') || undefined);
  step('an import without a name in package.json is refused', () => {
    const files = ['services/alpha/package.json', 'services/alpha/src/a.ts'];
    return mustFail('packages', undeclared(fixtures('packages'), files).join('\n'), ['@zo/alpha does not name pg']);
  });
});
group('rules', () => {
  step('own rules', () => {
    const found = checkedIn()
      .filter((file) => /\.(ts|tsx|mjs|css|proto)$/.test(file))
      .flatMap((file) => violations(file, readFileSync(join(root, file), 'utf8')));
    return found.length > 0 ? found.join('\n') : undefined;
  });
  step('own rules refuse their fixtures', () => {
    const fixtures = JSON.parse(readFileSync(join(root, 'infra/tools/check/fixtures/rules.json'), 'utf8'));
    const passed = rules.filter(
      ({ name }) => !violations(fixtures[name].path, fixtures[name].text).some((line) => line.includes(` ${name}: `)),
    );
    return passed.length > 0
      ? `these let their fixture through: ${passed.map(({ name }) => name).join(', ')}`
      : undefined;
  });
  const runbooks = join(root, 'infra/runbooks');
  step('every block of a runbook is run by a test', () =>
    untestedRunbooks(runbooks)
      .map((block) => `infra/runbooks/${block}: no test runs it`)
      .join('\n'),
  );
  step('untested runbooks are refused', () => {
    const folder = temporary();
    cpSync(runbooks, folder, { recursive: true });
    writeFileSync(join(folder, 'new-problem.md'), '# A new problem\n\n```sh look\nkubectl zo ls\n```\n');
    appendFileSync(join(folder, 'full-disk.md'), '\n```sh new\nkubectl zo ls\n```\n\n```sh\nkubectl zo ls\n```\n');
    return mustFail('the runbooks', untestedRunbooks(folder).join('\n'), [
      'new-problem.md: look',
      'full-disk.md: new',
      'full-disk.md: a block without a name',
    ]);
  });
});
group('contracts', () => {
  step('contracts', () => tool('buf', ['lint'], { cwd: join(root, 'proto') }));
  const before = contractsOfMain();
  if (before)
    step('contracts break nothing that main has', () =>
      tool('buf', ['breaking', '--against', before], { cwd: join(root, 'proto') }),
    );
  else console.log('- contracts are compared with nothing: there is no branch main');
  step('broken contracts are refused', () => {
    const folder = temporary();
    cpSync(join(root, 'proto'), folder, { recursive: true, filter: (path) => !/node_modules|\/gen$/.test(path) });
    const file = join(folder, 'compute/v1/compute.proto');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/ = 1;/, ' = 99;').replace('rpc Wake', 'rpc Rouse'));
    return mustFail('buf', tool('buf', ['breaking', '--against', join(root, 'proto')], { cwd: folder }), [
      'Previously present field "1"',
      'Previously present RPC "Wake"',
    ]);
  });
  step('generated code is up to date', () => {
    const changed = () => tool('git', ['diff', '--exit-code', '--stat', '--', 'proto/gen']) ?? '';
    const had = changed();
    const failure = tool('buf', ['generate'], { cwd: join(root, 'proto') });
    const has = changed();
    return failure ?? (had === has ? undefined : `run npm run gen:\n${has}`);
  });
});

group('descriptions', () => {
  step('openapi.json and the browser’s types are up to date', () => openapi()?.concat('run npm run gen'));
  step('stale descriptions are refused', () => {
    const folder = temporary();
    for (const name of ['uploads', 'files'])
      cpSync(join(root, 'services', name, 'openapi.json'), join(folder, 'services', name, 'openapi.json'));
    const file = join(folder, 'services/uploads/openapi.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"uploadId"', '"id"'));
    const output = openapi(folder);
    return output?.includes('services/files/')
      ? 'what is up to date was refused'
      : mustFail('openapi', output, ['services/uploads/openapi.json is not', 'schema.ts is not']);
  });
});

group('charts', async () => {
  const { installTools } = await import('../../testing/cluster/install.mjs');
  const helm = join(installTools(), 'helm');
  // A library chart renders nothing itself; the charts that use it cover it.
  const isInstalled = (name) => existsSync(join(root, 'charts', name, 'values.schema.json'));
  const charts = readdirSync(join(root, 'charts'))
    .filter(isInstalled)
    .map((name) => join('charts', name));
  step('charts', () =>
    charts
      .map((chart) => {
        const required = join(chart, 'ci', 'required-values.yaml');
        const values = existsSync(join(root, required)) ? ['--values', required] : [];
        return tool(helm, ['lint', '--strict', chart, ...values]) ?? tool(helm, ['template', 'zo', chart, ...values]);
      })
      .filter(Boolean)
      .join('\n'),
  );
  step('charts refuse values they do not know', () => {
    const outputs = charts.map(
      (chart) => tool(helm, ['lint', '--strict', '--set', 'unknown=1', chart]) ?? `${chart} took it`,
    );
    return outputs.every((output) => output.includes("'unknown' not allowed")) ? undefined : outputs.join('\n');
  });
});

const unknown = asked.filter((name) => !groups[name]);
if (unknown.length > 0) fail(`there are ${Object.keys(groups).join(', ')}, not ${unknown.join(', ')}`);
for (const name of asked) await groups[name]();
process.exit(hasFailed() ? 1 : 0);
