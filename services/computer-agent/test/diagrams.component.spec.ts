import fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConnectError } from '@connectrpc/connect';
import { AgentErrorSchema, ConvertTarget, ErrorReason } from '@zo/proto/agent/v1';
import { Agent, w } from './agent.js';

let agent: Agent;
beforeAll(async () => {
  agent = await Agent.start();
});
afterAll(() => agent.stop());

const draw = async (name: string, code: string) => {
  fs.writeFileSync(join(agent.workspace, name), code);
  const { to } = await agent.conversions.convert({ path: w(name), target: ConvertTarget.DRAWING });
  return { name: to!.segments.join('/'), svg: fs.readFileSync(join(agent.workspace, ...to!.segments), 'utf8') };
};
const problemOf = async (name: string, code: string) => {
  const error = ConnectError.from(await draw(name, code).catch((reason: unknown) => reason));
  return [ErrorReason[error.findDetails(AgentErrorSchema)[0]?.reason ?? 0], error.rawMessage];
};

describe('diagrams in D2', () => {
  it('are drawn beside their code, under a free name', async () => {
    const code = 'direction: right\nHarbour -> Ship: loads\nShip -> Bergen: sails\nBergen: { shape: cylinder }\n';
    const { name, svg } = await draw('route.d2', code);
    expect(name).toBe('route.svg');
    expect(svg).toMatch(/^<svg [^>]*viewBox="[\d .]+" width="\d+" height="\d+"/);
    for (const label of ['Harbour', 'Ship', 'Bergen', 'loads', 'sails']) expect(svg).toContain(`>${label}<`);
    expect(fs.readFileSync(join(agent.workspace, 'route.d2'), 'utf8')).toBe(code);
    expect((await draw('route.d2', 'a -> b')).name).toBe('route (2).svg');
  });

  it('with a mistake say in which line', async () => {
    expect(await problemOf('broken.d2', 'a -> b\nc -> {\n')).toEqual([
      'UNREADABLE',
      'Line 2: connection missing destination.',
    ]);
    expect(await problemOf('elk.d2', 'vars: { d2-config: { layout-engine: elk } }\na -> b')).toEqual([
      'UNREADABLE',
      'The layout engine ELK is not installed. Leave layout-engine out of the diagram.',
    ]);
    expect(fs.readdirSync(agent.workspace).filter((name) => /^(broken|elk).*svg/.test(name))).toEqual([]);
  });

  it('read no other file', async () => {
    fs.writeFileSync(join(agent.workspace, 'secret.d2'), 'the-secret -> x');
    const [reason, message] = await problemOf('import.d2', '...@secret\na -> b');
    expect([reason, message]).toEqual(['UNREADABLE', expect.not.stringContaining('the-secret')]);
    expect((await problemOf('import.d2', 'a: @/etc/hostname'))[0]).toBe('UNREADABLE');
  });

  it('that take too much end in a sentence, and the next one is drawn', async () => {
    const endless = Array.from({ length: 4_000 }, (_, n) => `n${n} -> n${(n * 7) % 4_000}`).join('\n');
    expect(await problemOf('endless.d2', endless)).toEqual([
      'UNREADABLE',
      'Converting this file takes more than there is for it.',
    ]);
    expect((await draw('small.d2', 'a -> b')).svg).toContain('<svg');
  });
});
