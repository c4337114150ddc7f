import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Code } from '@connectrpc/connect';
import WebSocket from 'ws';
import { Agent, until } from './agent.js';

/** What the agent sends without an acknowledgement, and the largest message beyond that. */
const WINDOW = 1024 * 1024;
const PIECE = 64 * 1024;
const OUTPUT = 8_000_000;

let agent: Agent;
beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

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

/** Waits until the program with this command line waits for its terminal and writes nothing more. */
async function untilPaused(command: string): Promise<void> {
  const pid = execFileSync('pgrep', ['-xf', command], { encoding: 'utf8' }).trim();
  const read = (name: string) => fs.readFileSync(`/proc/${pid}/${name}`, 'utf8');
  let before = '';
  await until(
    () => read('io'),
    (io) => {
      const isPaused = io === before && /^State:\s+S/m.test(read('status'));
      before = io;
      return isPaused;
    },
  );
}

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
    expect((await agent.terminals.renameTerminal({ id, name: 'dev server' })).terminal).toMatchObject({
      id,
      name: 'dev server',
    });
    await expect(agent.terminals.renameTerminal({ id, name: 'two\nlines' })).rejects.toMatchObject({
      code: Code.InvalidArgument,
    });
    expect((await agent.terminals.listTerminals({})).terminals.find((one) => one.id === id)?.name).toBe('dev server');
    await agent.terminals.closeTerminal({ id });
    await expect(agent.terminals.closeTerminal({ id })).rejects.toMatchObject({ code: Code.NotFound });
  });

  it('CH-08 a viewer that stops reading pauses the program instead of filling memory; a quick one is not held up', async () => {
    const { id, view } = await open();
    view.acknowledging = false;
    const acknowledged = view.seq;
    view.type(`yes | head -c ${OUTPUT}; touch all; echo fin""ished\n`);
    await until(
      () => view.seq,
      (seq) => seq >= acknowledged + WINDOW,
    );
    await untilPaused(`head -c ${OUTPUT}`);
    expect(fs.existsSync(join(agent.workspace, 'all'))).toBe(false);
    expect(view.seq).toBeLessThanOrEqual(acknowledged + WINDOW + PIECE);
    const quick = await View.attach(id);
    await quick.see('finished\r\n');
    expect(fs.existsSync(join(agent.workspace, 'all'))).toBe(true);
    expect(quick.first?.truncated).toBe(quick.first!.seq > 0);
    await agent.terminals.closeTerminal({ id });
    const rss = Number(/VmRSS:\s+(\d+)/.exec(fs.readFileSync(`/proc/${agent.child.pid}/status`, 'utf8'))?.[1]) / 1024;
    expect(rss).toBeLessThan(250);
  });

  it('CH-08 D13 a viewer that vanished does not block a program for long; a connected one receives beats', async () => {
    // Long enough that a busy machine answers in between.
    const impatient = await Agent.start({ env: { ZO_VIEWER_BEAT_MS: '1500' } });
    try {
      const { terminal } = await impatient.terminals.createTerminal({ cols: 80, rows: 24 });
      const id = terminal?.id as string;
      const gone = await View.attach(id, undefined, impatient);
      await gone.see(/[$#] /);
      const beats: string[] = [];
      gone.socket.on('message', (data: Buffer, binary) => binary || beats.push(data.toString()));
      await until(
        () => beats,
        (heard) => heard.length > 2,
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
