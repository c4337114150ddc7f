/** PC-02 The limit of a home applies to its shell, too; deleting makes room again, and other users are not affected. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { LocalComputers } from '../src/driver/local.adapter.js';
import { clientOf, runIn } from '../src/driver/driver.conformance.js';
import { spec, TestHost } from './host.js';

const MB = 1024 ** 2;
let host: TestHost;
let driver: LocalComputers;
beforeAll(async () => {
  host = await TestHost.start();
  driver = new LocalComputers(host.socketPath);
});
afterAll(() => host?.remove());

const limited = () => spec({ diskBytes: 100 * MB });

describe('a home with a limit', () => {
  it('PC-02 a shell that fills its home can write no more, can delete, and can write again', async () => {
    const wanted = limited();
    const computer = await driver.start(wanted);
    const other = await driver.start(limited());
    expect(await runIn(computer, 'fallocate -l 300M ~/large && echo kept > ~/small && echo done')).toBe('done');
    // Neither a new file nor more of an old one, by a shell or the agent.
    await eventually(async () =>
      (await runIn(computer, 'exec 2>/dev/null; (echo x > ~/more) || echo refused')).includes('refused'),
    );
    expect(await runIn(computer, 'exec 2>/dev/null; (echo x >> ~/small) || cat ~/small')).toBe('kept');
    expect(await runIn(computer, 'exec 2>/dev/null; fallocate -l 300M ~/larger || echo refused')).toBe('refused');
    const client = clientOf(computer);
    const disk = await client.system.stats({});
    expect(Number(disk.diskTotal)).toBe(100 * MB);
    client.close();
    expect(await runIn(other, 'echo x > ~/fine && cat ~/fine')).toBe('x');
    expect(await runIn(computer, 'rm ~/large && cat ~/small')).toBe('kept');
    await eventually(async () => {
      const again = await driver.start(wanted);
      return (await runIn(again, 'echo x > ~/more && cat ~/more ~/small')) === 'x\nkept';
    });
  });

  it('PC-02 a shell that creates files without end is stopped', async () => {
    const wanted = limited();
    const computer = await driver.start(wanted);
    const making = runIn(computer, 'mkdir ~/many && cd ~/many && i=0; while :; do : > f$i; i=$((i+1)); done', 600_000);
    making.catch(() => undefined);
    const client = clientOf(await driver.start(limited()));
    expect((await client.system.info({})).version).not.toBe('');
    client.close();
    await making.catch(() => undefined);
    const again = await driver.start(wanted);
    expect(Number(await runIn(again, 'ls -U ~/many | wc -l'))).toBeLessThan(200_000);
    expect(await runIn(again, 'rm -rf ~/many; echo gone')).toBe('gone');
  });

  it('PC-02 processes started while the home is frozen cannot write either', async () => {
    const wanted = limited();
    const computer = await driver.start(wanted);
    await runIn(computer, 'fallocate -l 200M ~/large');
    await runIn(computer, '(while :; do (echo x > ~/from-a-child) 2>/dev/null; sleep 0.01; done) > /dev/null 2>&1 &');
    await eventually(
      async () => (await runIn(computer, 'exec 2>/dev/null; bash -c "echo x > ~/more" || echo refused')) === 'refused',
    );
    await runIn(computer, 'rm -f ~/from-a-child');
    expect(await runIn(computer, 'sleep 1; cat ~/from-a-child; echo read')).toBe('read');
    await driver.stop(wanted.id);
  });
});
