import { expect, it } from '@jest/globals';
import { hostComputers, startTestService, type TestComputer, testPlatform } from '@zo/testing';
import { files } from '../src/service.js';

it('PC-01 an unreachable computer returns 503 instead of an internal error', async () => {
  const test = await testPlatform();
  const user = crypto.randomUUID();
  // As for a deleted pod: no host refuses the connection, but it cannot be established.
  hostComputers(
    test.platform,
    new Map([[user, { address: 'http://255.255.255.255:7070', instance: 'x', secret: 'x' } as TestComputer]]),
  );
  const service = await startTestService(files, test.platform);
  const answer = await service.as(user)('/api/read-fs', { json: { root: 'w', slug: [] } });
  expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([503, 'files.asleep']);
  await service.stop();
  await test.close();
});
