import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { withAddresses } from './install.mjs';

const addressesOf = (packages: Record<string, object>) => {
  const lock = JSON.parse(withAddresses(JSON.stringify({ lockfileVersion: 3, packages }))) as {
    packages: Record<string, { resolved?: string }>;
  };
  return Object.values(lock.packages).map(({ resolved }) => resolved);
};

it('packages get their registry addresses: plain, scoped, nested and aliased; workspace folders get none', () => {
  expect(
    addressesOf({
      '': { name: 'zo' },
      'node_modules/pg': { version: '8.1.0' },
      'node_modules/@nestjs/core': { version: '11.0.1' },
      'node_modules/pg/node_modules/ms': { version: '2.1.3' },
      'node_modules/old': { name: '@scope/new', version: '1.0.0-rc.1' },
      'node_modules/@zo/rpc': { resolved: 'services/shared/rpc', link: true },
      'services/shared/rpc': { version: '0.1.0' },
    }),
  ).toEqual([
    undefined,
    'https://registry.npmjs.org/pg/-/pg-8.1.0.tgz',
    'https://registry.npmjs.org/@nestjs/core/-/core-11.0.1.tgz',
    'https://registry.npmjs.org/ms/-/ms-2.1.3.tgz',
    'https://registry.npmjs.org/@scope/new/-/new-1.0.0-rc.1.tgz',
    'services/shared/rpc',
    undefined,
  ]);
});

it('every package of our lock gets an address', () => {
  const lock = readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8');
  const { packages } = JSON.parse(withAddresses(lock)) as {
    packages: Record<string, { resolved?: string; link?: boolean }>;
  };
  const foreign = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);
  expect(foreign.length).toBeGreaterThan(500);
  expect(foreign.filter(([, { resolved }]) => !resolved).map(([path]) => path)).toEqual([]);
});
