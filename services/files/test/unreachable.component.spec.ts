import { expect, it } from '@jest/globals';
import { hostComputers, startTestService, type TestComputer, testPlatform } from '@zo/testing';
import { files } from '../src/service.js';

it('PC-01 a computer that cannot be reached where it should be is away for now, and no fault of ours', async () => {
  const test = await testPlatform();
  const user = crypto.randomUUID();
  // As a pod that is gone: not refused by anybody, but impossible to connect to.
  hostComputers(
    test.platform,
    new Map([[user, { address: 'http://255.255.255.255:7070', instance: 'x', secret: 'x' } as TestComputer]]),
  );
  const service = await startTestService(files, test.platform);
  const answer = await service.as(user)('/api/read-fs', { json: { root: 'w', slug: [] } });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, 'files.asleep']);
  await service.stop();
  await test.close();
}, 15_000);
