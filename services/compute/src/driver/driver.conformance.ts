import { describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { Computer } from '@zo/computer-client';
import { eventually } from '@zo/testing';
import type { ComputerDriver, ComputerSpec, DriverEvents, RunningComputer } from './computer.driver.js';

/** Opens a client for what a driver started. */
export const clientOf = (running: RunningComputer) => new Computer({ computerId: running.id, ...running });

/** Handlers that do nothing, except the given ones. */
export const eventHandlers = (events: Partial<DriverEvents>): DriverEvents => ({
  started: () => undefined,
  gone: () => undefined,
  chosen: () => undefined,
  asked: async () => ({}),
  changedByAdministrator: async () => undefined,
  ...events,
});

/** Runs a command and returns its output, stdout and stderr together. */
export async function runIn(computer: RunningComputer, command: string, timeoutMs = 20_000): Promise<string> {
  const client = clientOf(computer);
  let text = '';
  for await (const { event } of client.processes.run({ command, timeoutMs }))
    if (event.case === 'output') text += Buffer.from(event.value.data).toString('utf8');
  client.close();
  return text.trim();
}

/** Cases that every driver must pass. */
export function computerDriverConformance(
  name: string,
  made: () => { driver: ComputerDriver; spec: (more?: Partial<ComputerSpec>) => ComputerSpec },
): void {
  describe(`computer driver: ${name}`, () => {
    it('PC-01 a started computer answers, is listed, and keeps its files after a stop', async () => {
      const { driver, spec } = made();
      const wanted = spec();
      const first = await driver.start(wanted);
      expect(await runIn(first, 'echo kept > ~/workspace/file && hostname && pwd')).toBe(
        `${wanted.handle}\n/home/${wanted.handle}/workspace`,
      );
      expect((await driver.list()).map(({ id }) => id)).toContain(wanted.id);
      await driver.stop(wanted.id);
      await driver.stop(wanted.id);
      expect((await driver.list()).map(({ id }) => id)).not.toContain(wanted.id);
      await expect(runIn(first, 'true')).rejects.toThrow();
      const second = await driver.start(wanted);
      expect(await runIn(second, 'cat ~/workspace/file')).toBe('kept');
      expect([second.address, second.instance, second.secret]).toEqual([first.address, first.instance, first.secret]);
      await driver.stop(wanted.id);
    });

    it('PC-01 a stop runs the user’s hook, lets programs save on SIGTERM, and kills those that do not end', async () => {
      const { driver, spec } = made();
      const wanted = spec();
      const running = await driver.start(wanted);
      await runIn(
        running,
        `mkdir -p ~/.computer/hooks && cd ~/.computer/hooks &&
        printf '#!/bin/sh\nsleep 0.2; echo hook >> ~/workspace/order' > pre-stop && chmod +x pre-stop`,
      );
      await runIn(
        running,
        `setsid bash -c 'trap "echo asked >> order; exit" TERM; echo up >> order; while :; do sleep 0.05; done' ` +
          '>/dev/null 2>&1 &',
      );
      await runIn(
        running,
        `setsid bash -c 'trap "" TERM; echo up >> order; while :; do sleep 0.05; done' >/dev/null 2>&1 &`,
      );
      await eventually(async () => (await runIn(running, 'cat order')).split('\n').length === 2);
      await driver.stop(wanted.id);
      expect(await runIn(await driver.start(wanted), 'rm ~/.computer/hooks/pre-stop; cat order')).toBe(
        'up\nup\nhook\nasked',
      );
      await driver.stop(wanted.id);
    });

    it('D16 a backup restores a home unchanged into a new computer, and is refused where files exist', async () => {
      const { driver, spec } = made();
      const [from, to] = [spec(), spec()];
      const [old, fresh] = [await driver.start(from), await driver.start(to)];
      await runIn(
        old,
        `for n in $(seq 300); do mkdir -p d$((n % 7)); head -c $((n * 97)) /dev/urandom > d$((n % 7))/"file $n"; done
        printf '#!/bin/sh\necho ran' > run.sh; chmod 750 run.sh; ln -s run.sh link; truncate -s 64M hole
        touch -d 2001-02-03T04:05:06.7Z run.sh; touch closed; chmod 0 closed
        mkdir ../.config; echo kept > ../.config/own`,
      );
      const look = `cd; find . -path ./.computer -prune -o -type f ! -name closed -print0 | sort -z | xargs -0 sha256sum
        stat -c '%a %s %y' workspace/run.sh; readlink workspace/link; ./workspace/link
        test $(du -k workspace/hole | cut -f1) -lt 100 && echo sparse`;
      const before = await runIn(old, look);
      expect(before).toMatch(/ran\nsparse$/);
      const [source, target] = [clientOf(old), clientOf(fresh)];
      const sent = await source.fetch('GET', '/backup');
      const digest = createHash('sha256');
      const blocks: Buffer[] = [];
      for await (const block of sent) blocks.push(block as Buffer);
      for (const block of blocks) digest.update(block);
      expect([sent.statusCode, sent.trailers['zo-sha256'], sent.trailers['zo-unreadable']]).toEqual([
        200,
        digest.digest('hex'),
        '1',
      ]);
      const put = async (body: Buffer) => {
        const answer = await target.fetch('PUT', '/restore', { body });
        return {
          status: answer.statusCode,
          body: JSON.parse(await text(answer)) as { entries?: number; sha256?: string },
        };
      };
      expect(await put(Buffer.concat(blocks))).toEqual({
        status: 200,
        body: { entries: Number(sent.trailers['zo-entries']), sha256: sent.trailers['zo-sha256'] },
      });
      expect(await runIn(fresh, look)).toBe(before);
      expect((await put(Buffer.from('more'))).status).toBe(409);
      expect(await runIn(fresh, look)).toBe(before);
      for (const client of [source, target]) client.close();
      await Promise.all([driver.stop(from.id), driver.stop(to.id)]);
    });

    it('PC-01 concurrent starts of a running computer return the running one', async () => {
      const { driver, spec } = made();
      const wanted = spec();
      const all = await Promise.all(Array.from({ length: 10 }, () => driver.start(wanted)));
      expect(new Set(all.map(({ startedAt }) => startedAt)).size).toBe(1);
      await driver.stop(wanted.id);
    });

    it('PC-01 a concurrent stop and start end with a computer that answers', async () => {
      const { driver, spec } = made();
      const wanted = spec();
      await driver.start(wanted);
      const [, running] = await Promise.all([driver.stop(wanted.id), driver.start(wanted)]);
      const last = (await driver.list()).find(({ id }) => id === wanted.id) ?? running;
      expect(
        await runIn(last, 'echo alive').catch(() => driver.start(wanted).then((again) => runIn(again, 'echo alive'))),
      ).toBe('alive');
      await driver.stop(wanted.id);
    });

    it('PC-01 a process that did not start a computer receives its start event and finds it', async () => {
      const { driver, spec } = made();
      const wanted = spec();
      const stop = new AbortController();
      const started: RunningComputer[] = [];
      const following = driver.follow(eventHandlers({ started: (running) => started.push(running) }), stop.signal);
      expect(await driver.find(wanted.id)).toBeUndefined();
      const running = await driver.start(wanted);
      await eventually(() => started.some(({ id }) => id === wanted.id));
      expect(started).toContainEqual(running);
      expect(await driver.find(wanted.id)).toEqual({ state: 'awake', running });
      await driver.stop(wanted.id);
      expect(await driver.find(wanted.id)).toBeUndefined();
      stop.abort();
      await following;
    });

    it('PC-01 a computer that ends by itself is reported and can be started again', async () => {
      const { driver, spec } = made();
      const wanted = spec();
      const stop = new AbortController();
      const ended: string[] = [];
      const following = driver.follow(eventHandlers({ gone: ({ id }) => ended.push(id) }), stop.signal);
      const running = await driver.start(wanted);
      await runIn(running, 'kill -9 $PPID').catch(() => undefined);
      await eventually(() => ended.includes(wanted.id));
      expect(await runIn(await driver.start(wanted), 'echo again')).toBe('again');
      await driver.stop(wanted.id);
      stop.abort();
      await following;
    });
  });
}
