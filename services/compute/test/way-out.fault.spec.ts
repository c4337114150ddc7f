import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LocalComputers } from '../src/driver/local.adapter.js';
import { runIn } from '../src/driver/driver.conformance.js';
import type { RunningComputer } from '../src/driver/computer.driver.js';
import { spec, TestHost } from './host.js';
import { INSIDE, Internet, METADATA, OURS, SITE } from './internet/internet.js';

let host: TestHost;
let computer: RunningComputer;
let internet: Internet;

beforeAll(async () => {
  host = await TestHost.start();
  computer = await new LocalComputers(host.socketPath).start(spec());
  const missing = await runIn(
    computer,
    'for tool in git pip3 npm python3 node; do command -v $tool >/dev/null || echo $tool; done',
  );
  if (missing)
    throw new Error(`computers on this machine lack what this test drives: ${missing.split('\n').join(', ')}`);
  internet = await Internet.open(computer.egressSocket);
  await runIn(computer, `cat > ~/authority.pem <<'END'\n${internet.certificate}END`);
});
afterAll(async () => {
  internet?.close();
  await host?.remove();
});

/**
 * The tools are told to trust the test certificate, as for any private server; the proxy settings come with the
 * computer.
 */
const TRUST = [
  'export GIT_SSL_CAINFO=~/authority.pem PIP_CERT=~/authority.pem NODE_EXTRA_CA_CERTS=~/authority.pem',
  'PIP_DISABLE_PIP_VERSION_CHECK=1 NPM_CONFIG_UPDATE_NOTIFIER=false NPM_CONFIG_AUDIT=false',
  'NPM_CONFIG_FETCH_RETRIES=0 PIP_RETRIES=0 GIT_TERMINAL_PROMPT=0',
].join(' ');
const run = (command: string) => runIn(computer, `${TRUST}; ${command}`, 240_000);

const TOOLS: Record<string, (origin: string) => string> = {
  'git clone': (origin) => `rm -rf ~/cloned; git clone -q ${origin}/repo.git ~/cloned && cat ~/cloned/README.md`,
  'pip install': (origin) =>
    `pip3 install -q --no-cache-dir --force-reinstall --timeout 60 --trusted-host ${new URL(origin).host} \\
      --index-url ${origin}/simple stand-in && python3 -c 'import stand_in; print(stand_in.WORD)'`,
  'npm install': (origin) =>
    `rm -rf ~/app; mkdir ~/app; cd ~/app; npm install --silent --cache $(mktemp -d) --registry ${origin}/ stand-in &&
      node -p 'require("stand-in")'`,
  'npm install -g': (origin) =>
    `npm install --silent -g --cache $(mktemp -d) --registry ${origin}/ stand-in && cat ` +
    '~/.local/lib/node_modules/stand-in/index.js',
};
const SAID: Record<string, string> = {
  'git clone': 'cloned through the way out',
  'pip install': 'from the wheel',
  'npm install': 'from the tarball',
  'npm install -g': 'from the tarball',
};

/** The cheapest tool; it tries every spelling of a private address, the others one of each kind. */
const CHEAP = 'git clone';
const PRIVATE = [OURS, METADATA, INSIDE];
const SPELLINGS = [
  ...PRIVATE,
  '127.0.0.1',
  'inside.test',
  'metadata.test',
  'ours.test',
  'loop.test',
  'mixed.test',
  '[::ffff:a00:5]',
];

describe('egress of a computer', () => {
  it.each(Object.entries(TOOLS))(
    'S3 PC-01 %s works with the settings that a computer comes with, over TLS',
    async (tool, command) => {
      const before = internet.arrivals().length;
      expect(await run(command(`https://${SITE}`))).toContain(SAID[tool]);
      const arrived = internet.arrivals().slice(before);
      expect(arrived.length).toBeGreaterThan(0);
      expect(arrived.filter((line) => !line.startsWith('93.184.216.34 443'))).toEqual([]);
    },
  );

  it('S3 PC-01 git clone works without TLS', async () => {
    expect(await run(TOOLS['git clone']!(`http://${SITE}`))).toContain(SAID['git clone']);
  });

  it.each(Object.entries(TOOLS))(
    'S3 S10 %s that bypasses the proxy reaches nothing, not even a public address',
    async (tool, command) => {
      const before = internet.arrivals().length;
      for (const name of tool === CHEAP ? ['93.184.216.34', SITE, METADATA] : [SITE])
        expect(
          await run(
            `unset HTTP_PROXY HTTPS_PROXY ALL_PROXY http_proxy https_proxy all_proxy; (${command(`http://${name}`)}) 2>&1`,
          ),
        ).not.toContain(SAID[tool]);
      expect(internet.arrivals().slice(before)).toEqual([]);
    },
  );

  it.each(Object.entries(TOOLS))(
    'S3 S10 %s reaches no private address: not this machine, not the metadata service, not its network',
    async (tool, command) => {
      const before = internet.arrivals().length;
      for (const name of tool === CHEAP ? SPELLINGS : PRIVATE)
        expect([name, (await run(`(${command(`http://${name}`)}) 2>&1 | tail -n 3`)).includes(SAID[tool]!)]).toEqual([
          name,
          false,
        ]);
      expect(internet.arrivals().slice(before)).toEqual([]);
    },
  );
});
