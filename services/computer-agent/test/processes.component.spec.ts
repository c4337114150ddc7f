import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Code, ConnectError } from '@connectrpc/connect';
import { Agent, IDENTITY, until } from './agent.js';

let agent: Agent;
beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

interface Result {
  out: string;
  err: string;
  code?: number;
  signal?: string;
  timedOut?: boolean;
  dropped?: bigint;
}

async function run(command: string, more: Record<string, unknown> = {}, signal?: AbortSignal): Promise<Result> {
  const result: Result = { out: '', err: '' };
  for await (const { event } of agent.processes.run({ command, ...more }, { ...(signal && { signal }) })) {
    if (event.case === 'output')
      result[event.value.stderr ? 'err' : 'out'] += Buffer.from(event.value.data).toString('latin1');
    if (event.case === 'exit')
      Object.assign(result, {
        code: event.value.code,
        signal: event.value.signal,
        timedOut: event.value.timedOut,
        dropped: event.value.droppedBytes,
      });
  }
  return result;
}

const alive = (pid: number) =>
  fs.existsSync(`/proc/${pid}`) && !/^State:\s+Z/m.test(fs.readFileSync(`/proc/${pid}/status`, 'utf8'));
const pidIn = (name: string) =>
  until(
    () => Number(fs.readFileSync(join(agent.workspace, name), { encoding: 'utf8', flag: 'a+' })),
    (pid) => pid > 0,
  );

describe('commands', () => {
  it('TL-01 returns output, errors and the exit code, in the workspace, without the agent’s secrets', async () => {
    expect(await run('pwd; echo bad >&2; exit 3')).toEqual({
      out: `${agent.workspace}\n`,
      err: 'bad\n',
      code: 3,
      signal: '',
      timedOut: false,
      dropped: 0n,
    });
    const environment = (await run('env', { env: { GREETING: 'hi' } })).out;
    expect(environment).toContain('GREETING=hi');
    expect(environment).toContain(`HOME=${agent.home}`);
    expect(environment).not.toContain(IDENTITY.secret);
    expect((await run('pwd', { cwd: 'sites' })).out).toBe(`${agent.home}/sites\n`);
    for (const request of [
      { command: '' },
      { command: 'x', cwd: 'none' },
      { command: 'x', env: { 'A=B': '1' } },
      { command: 'a\0b' },
    ]) {
      await expect(run(request.command, request)).rejects.toThrow(ConnectError);
    }
  });

  it('TL-01 commands and terminals start after the workspace was removed, which is created again', async () => {
    await run('rm -rf ~/workspace ~/.computer');
    expect(await run('pwd; ls')).toMatchObject({ out: `${agent.workspace}\nArticles\nTrash\n`, code: 0 });
    await run('rm -rf ~/workspace ~/.computer');
    const { terminal } = await agent.terminals.createTerminal({ cols: 80, rows: 24 });
    expect(terminal?.cwd).toBe(agent.workspace);
    await agent.terminals.closeTerminal({ id: terminal!.id });
    await expect(run('pwd', { cwd: 'none' })).rejects.toThrow(`There is no folder ${agent.home}/none.`);
  });

  it('TL-01 keeps the first and last half of endless output', async () => {
    const { out, dropped, code } = await run('echo begin; yes | head -c 20000000; echo end', { maxOutputBytes: 2_000 });
    expect(code).toBe(0);
    expect(out.length).toBe(2_000);
    expect([out.startsWith('begin\n'), out.endsWith('end\n')]).toEqual([true, true]);
    expect(dropped).toBe(20_000_000n + 10n - 2_000n);
  });

  it('TL-01 kills a command that takes too long, with its children', async () => {
    const { timedOut, signal, out } = await run('echo started; sleep 1000 & echo $! > child; wait', { timeoutMs: 400 });
    expect([timedOut, signal, out]).toEqual([true, 'SIGKILL', 'started\n']);
    const child = await pidIn('child');
    await until(
      () => alive(child),
      (value) => !value,
    );
  });

  it('TL-01 cancelling also kills daemons of the command', async () => {
    const stop = new AbortController();
    const command = run(
      'setsid bash -c "echo \\$\\$ > daemon; exec sleep 1000" >/dev/null 2>&1 < /dev/null & sleep 1000',
      {},
      stop.signal,
    );
    const daemon = await pidIn('daemon');
    expect(alive(daemon)).toBe(true);
    stop.abort();
    await expect(command).rejects.toMatchObject({ code: Code.Canceled });
    await until(
      () => alive(daemon),
      (value) => !value,
    );
  });

  it('TL-01 cancelling also kills daemons that keep replacing their program', async () => {
    fs.writeFileSync(join(agent.workspace, 'again.sh'), 'echo >> again/$$; exec sh again.sh');
    const daemons = () => fs.readdirSync(join(agent.workspace, 'again')).map(Number);
    fs.mkdirSync(join(agent.workspace, 'again'));
    const stop = new AbortController();
    const start = 'for n in $(seq 50); do setsid sh again.sh >/dev/null 2>&1 < /dev/null & done; sleep 1000';
    const command = run(start, {}, stop.signal);
    await until(daemons, ({ length }) => length === 50);
    stop.abort();
    await expect(command).rejects.toMatchObject({ code: Code.Canceled });
    await until(
      () => daemons().filter(alive),
      ({ length }) => length === 0,
    );
  });

  it('TL-01 a server left in the background does not delay the response, and keeps the computer busy', async () => {
    const { out } = await run('sleep 300 & echo $! > server; echo ok');
    expect(out).toBe('ok\n');
    expect(alive(await pidIn('server'))).toBe(true);
    expect((await agent.computer.info({})).busyReason).toBe('sleep is running in the background');
    process.kill(await pidIn('server'));
    await until(
      () => agent.computer.info({}),
      ({ busyReason }) => busyReason === '',
    );
  });
});

describe('computer', () => {
  it('LP-08 reports its own figures', async () => {
    const busy = run('timeout 1 sh -c "while :; do :; done"');
    const stats = await agent.computer.stats({});
    expect(stats.logicalCpus).toBeGreaterThan(0);
    expect(stats.physicalCores).toBeGreaterThan(0);
    expect(Number(stats.memoryTotal)).toBeGreaterThan(Number(stats.memoryUsed));
    expect(Number(stats.diskTotal)).toBeGreaterThan(Number(stats.diskUsed));
    expect(stats.os).not.toBe('');
    await busy;
    expect((await agent.computer.stats({})).cpuPercent).toBeGreaterThan(5);
  });

  it('PC-01 a stop runs the user’s hook, then asks every program to end, then kills the rest', async () => {
    const other = await Agent.start();
    const tell = async (command: string) => {
      for await (const { event } of other.processes.run({ command }))
        if (event.case === 'exit') return event.value.code;
      return -1;
    };
    const file = join(other.workspace, 'order');
    const order = () => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim().split('\n') : []);
    try {
      await tell(
        `mkdir -p ~/.computer/hooks && printf '#!/bin/sh\nsleep 0.2; echo hook >> ~/workspace/order; echo said' > ` +
          '~/.computer/hooks/pre-stop && chmod +x ~/.computer/hooks/pre-stop',
      );
      await tell(
        `setsid bash -c 'trap "echo asked >> order; exit" TERM; echo up >> order; while :; do sleep 0.05; done' ` +
          '>/dev/null 2>&1 &',
      );
      await tell(
        `setsid bash -c 'trap "" TERM; echo $$ > stubborn; echo up >> order; while :; do sleep 0.05; done' ` +
          '>/dev/null 2>&1 &',
      );
      await until(
        async () => order(),
        (lines) => lines.length === 2,
      );
      await Promise.all([other.computer.quiesce({}), other.computer.quiesce({})]);
      await other.computer.quiesce({});
      expect(order()).toEqual(['up', 'up', 'hook', 'asked']);
      expect(fs.readFileSync(join(other.home, '.computer/hooks/pre-stop.log'), 'utf8')).toBe('said\n');
      const stubborn = fs.readFileSync(join(other.workspace, 'stubborn'), 'utf8').trim();
      expect(fs.existsSync(`/proc/${stubborn}/exe`)).toBe(false);
    } finally {
      await other.stop();
    }
  });

  it('PC-01 quiesce ends everything and refuses new work', async () => {
    const other = await Agent.start();
    try {
      const running = (async () => {
        for await (const { event } of other.processes.run({ command: 'echo $$ > pid; sleep 1000' }))
          if (event.case === 'exit') return event.value.signal;
        return '';
      })();
      await until(
        () => other.computer.info({}),
        ({ busyReason }) => busyReason.startsWith('A command is running'),
      );
      await other.computer.quiesce({});
      expect(await running).toBe('SIGTERM');
      await expect(other.files.stat({})).rejects.toMatchObject({ code: Code.Unavailable });
      await expect(other.computer.info({ forUse: true })).rejects.toMatchObject({ code: Code.Unavailable });
      await other.computer.info({});
    } finally {
      await other.stop();
    }
  });
});
