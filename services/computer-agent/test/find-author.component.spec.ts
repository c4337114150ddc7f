import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { create } from '@bufbuild/protobuf';
import { Actor, BaseSchema, CauseSchema, Clash } from '@zo/proto/agent/v1';
import { Agent, w } from './agent.js';
import { finding, paths } from './finding.js';

const any = create(BaseSchema, { base: { case: 'any', value: true } });
const causeOf = (actor: Actor) => create(CauseSchema, { actor, conversationId: actor === Actor.ASSISTANT ? 'c1' : '' });

let agent: Agent;
const { put, find, finds, whole } = finding(() => agent);
beforeAll(async () => {
  agent = await Agent.start();
  await whole();
});
afterAll(() => agent.stop());

const write = (actor: Actor, name: string) =>
  agent.files.write({
    path: w('By', name),
    content: Buffer.from('the pangolin sleeps'),
    base: any,
    createParents: true,
    cause: causeOf(actor),
  });

describe('a search for the files of one author', () => {
  beforeAll(async () => {
    await write(Actor.USER, 'mine.txt');
    await write(Actor.ASSISTANT, 'zo.txt');
    await write(Actor.ASSISTANT, 'both.txt');
    const moved = { from: w('By', 'both.txt'), to: w('By', 'pangolin.txt'), clash: Clash.REFUSE };
    await agent.files.move({ ...moved, cause: causeOf(Actor.USER) });
    put('the pangolin sleeps', 'By', 'program.txt');
    await agent.history.flush({});
    await finds('pangolin', ({ files }) => files.length === 4);
  });

  it.each([
    ['words', 'pangolin', {}],
    ['whole words', 'pangolin', { wholeWord: true }],
    ['a pattern', 'pang.lin', { regex: true }],
    ['a part of a word', 'angoli', {}],
  ])('FT-14 has those whose last change is theirs, by %s', async (_how, query, options) => {
    const by = async (changedBy: Actor) => paths(await find(query, { ...options, changedBy })).toSorted();
    expect(await by(Actor.UNSPECIFIED)).toHaveLength(4);
    expect(await by(Actor.USER)).toEqual(['By/mine.txt', 'By/pangolin.txt']);
    expect(await by(Actor.ASSISTANT)).toEqual(['By/zo.txt']);
    expect(await by(Actor.TERMINAL)).toEqual([]);
  });

  it('FT-14 has a file no more once a program has changed it', async () => {
    put('the pangolin woke', 'By', 'zo.txt');
    await agent.history.flush({});
    expect(paths(await find('pangolin', { changedBy: Actor.ASSISTANT }))).toEqual([]);
  });
});
