import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { claimName } from '../../src/operator/objects/resources.js';
import { type ComputerBackup, helperName } from '../../src/operator/transfers/resources.js';
import { computerIn, computerObject, planObject } from './cluster.js';
import {
  NAMESPACE,
  agentFor,
  agents,
  answerWith,
  answering,
  backUp,
  claims,
  cluster,
  computer,
  digestOf,
  ended,
  fill,
  make,
  objects,
  patch,
  phaseIs,
  pods,
  read,
  restore,
  useOperator,
} from './transfer-setup.js';

useOperator();

describe('backups and restores of computers', () => {
  it('D16 a home that is already in the object store is found by its user, also as older releases stored it', async () => {
    answerWith(await computer('old'));
    writeFileSync(join(answering.home, 'kept.md'), 'kept');
    const { userId } = (await computerIn(cluster, 'old'))!.spec;
    const done = await backUp('old-1', 'old');
    const existing = async (name: string, of: string) => {
      await make('ComputerBackup', name, { computerRef: { name: of }, existing: true });
      return ended<ComputerBackup>('computerbackup', name);
    };
    const { location, sha256, bytes, files } = done;
    expect(location).toMatch(new RegExp(`^backups/${userId}/20`));
    expect(await existing('old-found', 'old')).toMatchObject({
      phase: 'Complete',
      location,
      sha256,
      bytes,
      files,
      userId,
    });
    // Older releases stored no pointer to the newest home.
    await objects.delete(`backups/${userId}/newest`);
    expect(await existing('old-listed', 'old')).toMatchObject({ phase: 'Complete', location, sha256, userId });
    // A pointer under another user's prefix does not grant access to the home.
    await cluster.apply(computerObject('mallory'));
    const { userId: other } = (await computerIn(cluster, 'mallory'))!.spec;
    await objects.put(`backups/${other}/newest`, Readable.from([Buffer.from(location!)]));
    expect(await existing('stolen', 'mallory')).toMatchObject({
      phase: 'Failed',
      message: 'there is no home of this user in the object store',
    });
  });

  it('D16 a running computer is backed up to S3, restored to a new volume and switched to it; the old volume stays', async () => {
    answerWith(await computer('ada'));
    fill(answering.home);
    const before = digestOf(answering.home);
    const done = await backUp('ada-1', 'ada');
    expect(done).toMatchObject({
      phase: 'Complete',
      files: expect.any(Number),
      bytes: expect.any(Number),
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      durationSeconds: expect.any(Number),
    });
    expect(done.files).toBeGreaterThan(1_010);
    expect(await objects.head(done.location!)).toMatchObject({ size: done.bytes, hash: done.sha256 });
    await eventually(async () => (await computerIn(cluster, 'ada'))!.status!.lastBackupTime === done.completedAt);
    expect(await cluster.kubectl(['get', 'cmp', 'ada', '-n', NAMESPACE, '-o', 'wide'])).toMatch(/BACKUP/);
    expect(await pods()).not.toContain(helperName('ada'));
    // The computer keeps running while a helper agent fills the new volume.
    answerWith(await agentFor('ada'));
    const begun = performance.now();
    const back = await restore('ada-back', 'ada', 'ada-1');
    const rto = performance.now() - begun;
    expect(back).toMatchObject({
      phase: 'Complete',
      files: done.files,
      claim: expect.stringMatching(/^ada-home-[0-9a-f]{8}$/),
    });
    expect(digestOf(answering.home)).toBe(before);
    await eventually(async () => !(await pods()).includes(helperName('ada')));
    const claimOf = async () =>
      cluster.kubectl([
        'get',
        'pod',
        'ada',
        '-n',
        NAMESPACE,
        '-o',
        'jsonpath={.spec.volumes[?(@.name=="home")].persistentVolumeClaim.claimName}',
      ]);
    expect(await claimOf()).toBe(claimName('ada'));
    await patch('ada', { operatingMode: 'Suspended', storage: { volume: back.claim } });
    await phaseIs('ada', 'Suspended');
    await patch('ada', { operatingMode: 'Running' });
    await phaseIs('ada', 'Running');
    expect(await claimOf()).toBe(back.claim);
    expect(await claims()).toEqual(expect.arrayContaining([claimName('ada'), back.claim]));
    console.log(
      `D16: ${done.files} files and folders, ${((done.bytes ?? 0) / 1e6).toFixed(1)} MB:`,
      `backup ${done.durationSeconds} s, restore to a new volume ${(rto / 1000).toFixed(1)} s`,
    );
  });

  it('D16 a sleeping computer stays asleep: a helper agent reads its volume, and ends when the user needs the computer', async () => {
    answerWith(await computer('bob'));
    await patch('bob', { operatingMode: 'Suspended' });
    await phaseIs('bob', 'Suspended');
    const done = await backUp('bob-1', 'bob');
    expect(done.phase).toBe('Complete');
    expect((await computerIn(cluster, 'bob'))!.status!.phase).toBe('Suspended');
    await eventually(async () => !(await pods()).includes(helperName('bob')));
    // No agent answers for the next backup, so it is still running when the user wakes the computer.
    await agents.splice(0)[0]!.stop();
    await make('ComputerBackup', 'bob-2', { computerRef: { name: 'bob' } });
    await eventually(async () => (await pods()).includes(helperName('bob')));
    await patch('bob', { operatingMode: 'Running' });
    await phaseIs('bob', 'Running');
    answerWith(await agentFor('bob'));
    expect((await ended<ComputerBackup>('computerbackup', 'bob-2')).phase).toBe('Complete');
    await eventually(async () => !(await pods()).includes(helperName('bob')));
  });

  it('D16 S4 a backup that is foreign, altered, missing or incomplete is refused, and leaves no volume', async () => {
    answerWith(await computer('cleo'));
    const mine = await backUp('cleo-1', 'cleo');
    await computer('dora');
    const refusals: [string, string, string][] = [
      ['foreign', 'dora', 'cleo-1'],
      ['nowhere', 'cleo', 'none'],
      ['nobody', 'nobody', 'cleo-1'],
    ];
    const said: Record<string, string> = {};
    for (const [name, computerName, backup] of refusals)
      said[name] = (await restore(name, computerName, backup)).message!;
    answerWith(await agentFor('cleo'));
    await objects.put(mine.location!, Readable.from([Buffer.from('something else')]));
    said['altered'] = (await restore('altered', 'cleo', 'cleo-1')).message!;
    await objects.delete(mine.location!);
    said['missing'] = (await restore('missing', 'cleo', 'cleo-1')).message!;
    said['no volume'] = (await cluster.apply(computerObject('eve')), (await backUp('eve-1', 'eve')).message!);
    said['incomplete'] = (await restore('incomplete', 'eve', 'eve-1')).message!;
    expect(said).toEqual({
      foreign: 'the backup cleo-1 belongs to another user',
      nowhere: 'there is no backup none',
      nobody: 'there is no computer nobody',
      altered: 'the backup has been altered: it is not what was written',
      missing: 'the backup is not in the object store any more',
      'no volume': 'the computer has no volume yet',
      incomplete: 'the backup eve-1 is not complete',
    });
    await eventually(async () => (await claims()).filter((name) => /^(cleo|dora|eve)-home-/.test(name)).length === 0);
    await eventually(async () => !(await pods()).some((name) => name.endsWith('-transfer')));
  });

  it('D16 a complete backup is immutable; a computer uses only volumes made for it, and never another than it names', async () => {
    const status = (fields: object) =>
      cluster.kubectl([
        'patch',
        'computerbackup',
        'ada-1',
        '-n',
        NAMESPACE,
        '--subresource=status',
        '--type=merge',
        '-p',
        JSON.stringify({ status: fields }),
      ]);
    await expect(status({ sha256: '0'.repeat(64) })).rejects.toThrow('a complete backup stays what it is');
    await expect(status({ userId: null })).rejects.toThrow('whose it is');
    await expect(patch('bob', { storage: { volume: claimName('ada') } })).rejects.toThrow(
      'a computer uses volumes that were made for it',
    );
    await patch('bob', { operatingMode: 'Suspended', storage: { volume: 'bob-home-gone' } });
    await phaseIs('bob', 'Suspended');
    await patch('bob', { operatingMode: 'Running' });
    await phaseIs('bob', 'Failed');
    const ready = (await computerIn(cluster, 'bob'))!.status!.conditions!.find(({ type }) => type === 'Ready');
    expect(ready).toMatchObject({ status: 'False', reason: 'VolumeNotFound' });
    expect(await claims()).not.toContain('bob-home-gone');
  });
});

describe('scheduled backups', () => {
  it('D16 runs them as often as the plan says, awake or asleep, keeps that many, and leaves nothing of the others in S3', async () => {
    const hours = (count: number) => new Date(Date.now() - count * 3_600_000).toISOString();
    const backups = async (of: string) => {
      const { items } = JSON.parse(
        await cluster.kubectl([
          'get',
          'computerbackups',
          '-n',
          NAMESPACE,
          `--field-selector=spec.computerRef.name=${of}`,
          '-o',
          'json',
        ]),
      ) as { items: ComputerBackup[] };
      return items.sort((a, b) => (a.status?.completedAt ?? '9').localeCompare(b.status?.completedAt ?? '9'));
    };
    const complete = (of: string, count: number) =>
      eventually(async () => {
        const now = await backups(of);
        return now.length === count && now.every(({ status }) => status?.phase === 'Complete') ? now : undefined;
      });
    /** Makes a backup as old as that. */
    const age = ({ metadata }: ComputerBackup, by: number) =>
      cluster.kubectl([
        'patch',
        'computerbackup',
        metadata.name,
        '-n',
        NAMESPACE,
        '--subresource=status',
        '--type=merge',
        '-p',
        JSON.stringify({ status: { completedAt: hours(by) } }),
      ]);
    await cluster.apply({ ...planObject, metadata: { name: 'kept' } });
    answerWith(await computer('fay', { planRef: { name: 'kept' } }));
    writeFileSync(join(answering.home, 'workspace', 'letter.md'), 'kept');
    await cluster.kubectl([
      'patch',
      'cmpplan',
      'kept',
      '--type=merge',
      '-p',
      '{"spec":{"backups":{"every":"6h","keep":2}}}',
    ]);
    const [first] = await complete('fay', 1);
    await patch('fay', { operatingMode: 'Suspended' });
    await phaseIs('fay', 'Suspended');
    await age(first!, 13);
    const [, second] = await complete('fay', 2);
    expect((await computerIn(cluster, 'fay'))!.status!.phase).toBe('Suspended');
    await make('ComputerBackup', 'fay-asked', { computerRef: { name: 'fay' } });
    const asked = await ended<ComputerBackup>('computerbackup', 'fay-asked');
    for (const one of [second!, await read<ComputerBackup>('computerbackup', 'fay-asked')]) await age(one, 7);
    await eventually(async () =>
      (await backups('fay')).some(
        ({ metadata }) =>
          ![first, second].some((known) => known!.metadata.name === metadata.name) && metadata.name !== 'fay-asked',
      ),
    );
    const kept = await complete('fay', 3);
    expect(kept.map(({ metadata }) => metadata.name)).toEqual(
      expect.arrayContaining([second!.metadata.name, 'fay-asked']),
    );
    for (const location of [first!.status!.location!, `${first!.status!.location}.json`])
      expect(await objects.head(location)).toBeUndefined();
    for (const location of [second!.status!.location!, asked.location!])
      expect(await objects.head(location)).toBeDefined();
    await cluster.kubectl(['delete', 'cmpplan', 'kept']);
  });
});
