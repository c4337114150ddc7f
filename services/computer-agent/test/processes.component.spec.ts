import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Code, ConnectError } from '@connectrpc/connect';
import WebSocket from 'ws';
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

/** A viewer of a terminal that acknowledges the output it got. */
class View {
  text = '';
  seq = 0;
  first: { type: string; seq: number; truncated: boolean; cols: number } | null = null;
  exit: number | null = null;
  acknowledging = true;
  readonly socket: WebSocket;

  static async attach(id: string, from?: number, of = agent): Promise<View> {
    return new View(
      `${of.socket}:/terminals/${id}${from === undefined ? '' : `?from=${from}`}`,
      await of.tokens.bearer(),
    );
  }

  private constructor(place: string, authorization: string) {
    this.socket = new WebSocket(`ws+unix://${place}`, { headers: { authorization } });
    this.socket.on('message', (data: Buffer, binary) => this.receive(data, binary));
  }

  private receive(data: Buffer, binary: boolean): void {
    if (binary) {
      this.seq += data.length;
      this.text = (this.text + data.toString()).slice(-200_000);
      if (this.acknowledging) this.say({ type: 'ack', seq: this.seq });
      return;
    }
    const message = JSON.parse(data.toString()) as {
      type: string;
      seq: number;
      truncated: boolean;
      cols: number;
      code: number;
    };
    if (message.type === 'attached') {
      this.first = message;
      this.seq = message.seq;
    }
    if (message.type === 'exit') this.exit = message.code;
  }

  say(message: object): void {
    this.socket.send(JSON.stringify(message));
  }

  type(text: string): void {
    this.socket.send(Buffer.from(text));
  }

  see(wanted: string | RegExp): Promise<string> {
    return until(
      () => this.text,
      (text) => (typeof wanted === 'string' ? text.includes(wanted) : wanted.test(text)),
    );
  }
}

const open = async (cols = 80, rows = 24) => {
  const { terminal } = await agent.terminals.createTerminal({ cols, rows });
  const view = await View.attach(terminal?.id as string);
  await view.see(/[$#] /);
  return { id: terminal?.id as string, view };
};

describe('terminals', () => {
  it('CH-08 is a real shell with a prompt, colours, sizes and an exit code', async () => {
    const { id, view } = await open();
    expect(view.first).toMatchObject({
      type: 'attached',
      seq: 0,
      until: expect.any(Number),
      truncated: false,
      cols: 80,
    });
    expect(view.text).toContain('~/workspace');
    view.type('echo $TERM $COLORTERM $LANG $((40+2))\n');
    await view.see('xterm-256color truecolor C.UTF-8 42');
    view.say({ type: 'resize', cols: 120, rows: 40 });
    view.type('stty size\n');
    await view.see('40 120');
    view.type('cd /tmp; python3 -c "import time; print(6 * 7, flush=True); time.sleep(100)"\n');
    await view.see(/[\r\n]42\r/);
    await until(
      () => agent.computer.info({}),
      ({ busyReason }) => busyReason === 'python3 is running in a terminal',
    );
    view.type('\u0003');
    await view.see('KeyboardInterrupt');
    expect((await agent.terminals.listTerminals({})).terminals.find((terminal) => terminal.id === id)).toMatchObject({
      cwd: '/tmp',
      running: true,
      cols: 120,
      rows: 40,
    });
    view.type('exit 7\n');
    await until(
      () => view.exit,
      (code) => code === 7,
    );
  });

  it('CH-08 a viewer that reattaches gets exactly what it missed', async () => {
    const { id, view } = await open();
    view.type('echo one\n');
    await view.see(/[\r\n]one\r/);
    const from = view.seq;
    view.socket.close();
    const other = await View.attach(id);
    await other.see(/[\r\n]one\r/);
    other.type('echo two\n');
    await other.see(/[\r\n]two\r/);
    const again = await View.attach(id, from);
    await again.see(/[\r\n]two\r/);
    expect(again.first).toMatchObject({ seq: from, truncated: false });
    expect(again.text).not.toMatch(/[\r\n]one\r/);
    expect(again.seq).toBe(other.seq);
    await agent.terminals.closeTerminal({ id });
    await expect(agent.terminals.closeTerminal({ id })).rejects.toMatchObject({ code: Code.NotFound });
  });

  it('CH-08 a viewer that stops reading pauses the program instead of filling memory; a quick one is not held up', async () => {
    const { id, view } = await open();
    view.acknowledging = false;
    view.type('yes | head -c 30000000; echo finished\n');
    await until(
      () => view.seq,
      (seq) => seq > 1_000_000,
    );
    const stuck = view.seq;
    await new Promise((done) => setTimeout(done, 200));
    expect(view.seq).toBeLessThan(stuck + 1_500_000);
    const quick = await View.attach(id);
    await quick.see('finished\r\n');
    expect(quick.first?.truncated).toBe(quick.first!.seq > 0);
    await agent.terminals.closeTerminal({ id });
    const rss = Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${agent.child.pid}/status`, 'utf8'))?.[1]) / 1024;
    expect(rss).toBeLessThan(250);
  });

  it('CH-08 D13 a viewer that vanished does not block a program for long; a connected one receives beats', async () => {
    const impatient = await Agent.start({ env: { ZO_VIEWER_BEAT_MS: '300' } });
    try {
      const { terminal } = await impatient.terminals.createTerminal({ cols: 80, rows: 24 });
      const id = terminal?.id as string;
      const gone = await View.attach(id, undefined, impatient);
      await gone.see(/[$#] /);
      const beats: string[] = [];
      gone.socket.on('message', (data: Buffer, binary) => binary || beats.push(data.toString()));
      await until(
        () => beats,
        (heard) => heard.length > 5,
      );
      expect(new Set(beats)).toEqual(new Set(['{"type":"beat"}']));
      expect(gone.socket.readyState).toBe(WebSocket.OPEN);
      gone.type('yes | head -c 3000000; touch done\n');
      await until(
        () => gone.seq,
        (seq) => seq > 100_000,
      );
      gone.socket.pause();
      await until(() => fs.existsSync(join(impatient.workspace, 'done')), Boolean);
    } finally {
      await impatient.stop();
    }
  });

  it('CH-08 echoes each key as it is typed', async () => {
    const { id, view } = await open();
    view.type('cat\n');
    await view.see('cat');
    for (let index = 0; index < 50; index++) {
      const { seq } = view;
      view.type('x');
      expect(
        await until(
          () => view.seq,
          (now) => now > seq,
        ),
      ).toBe(seq + 1);
    }
    await agent.terminals.closeTerminal({ id });
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
        `mkdir -p ~/.computer/hooks && printf '#!/bin/sh\nsleep 0.2; echo hook >> ~/workspace/order; echo said' > ~/.computer/hooks/pre-stop && chmod +x ~/.computer/hooks/pre-stop`,
      );
      await tell(
        `setsid bash -c 'trap "echo asked >> order; exit" TERM; echo up >> order; while :; do sleep 0.05; done' >/dev/null 2>&1 &`,
      );
      await tell(
        `setsid bash -c 'trap "" TERM; echo $$ > stubborn; echo up >> order; while :; do sleep 0.05; done' >/dev/null 2>&1 &`,
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
    } finally {
      await other.stop();
    }
  });
});
