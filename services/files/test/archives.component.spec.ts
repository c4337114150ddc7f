import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@zo/testing';
import { agentBundle } from '@zo/testing/agent-bundle';
import { ada, at, BOB, call, closeScene, onDisk, openScene, put, service, status } from './scene.js';

beforeAll(async () => {
  await openScene({ ZO_PROGRAMS: dirname(await agentBundle()) });
  put('Kyoto in May', 'Trips', 'plan.md');
  put('rain', 'Trips', 'notes', 'weather.txt');
  execFileSync('zip', ['--quiet', '-r', 'trip.zip', 'plan.md', 'notes'], { cwd: onDisk('Trips') });
  execFileSync('zip', ['--quiet', '-P', 'secret', 'locked.zip', 'plan.md'], { cwd: onDisk('Trips') });
});
afterAll(closeScene);

const archive = at('Trips', 'trip.zip');

describe('an archive', () => {
  it('FV-01 is listed with paths, kinds, sizes and times', async () => {
    const { entries, more, total, leftOut } = await call('files/archive/list', archive);
    expect([more, total, leftOut]).toEqual([false, 3, 0]);
    const time = { mtime: expect.any(Number) };
    expect(entries).toEqual([
      { path: 'plan.md', kind: 'file', size: 12, encrypted: false, ...time },
      { path: 'notes', kind: 'folder', size: null, encrypted: false, ...time },
      { path: 'notes/weather.txt', kind: 'file', size: 4, encrypted: false, ...time },
    ]);
  });

  it('FV-01 is extracted into a new folder beside it, as a whole or in parts', async () => {
    expect(await call('files/archive/extract', archive)).toEqual({
      to: at('Trips', 'trip'),
      files: 2,
      folders: 1,
      bytes: 16,
      leftOut: 0,
    });
    expect(readFileSync(onDisk('Trips', 'trip', 'notes', 'weather.txt'), 'utf8')).toBe('rain');
    const part = await call('files/archive/extract', { ...archive, paths: ['notes'] });
    expect(part['to']).toEqual(at('Trips', 'trip (2)'));
    expect(readdirSync(onDisk('Trips', 'trip (2)'))).toEqual(['notes']);
  });

  it('FV-01 that is protected, damaged or none at all is refused with a sentence', async () => {
    put('# text', 'Trips', 'text.zip');
    writeFileSync(onDisk('Trips', 'half.zip'), readFileSync(onDisk('Trips', 'trip.zip')).subarray(0, 100));
    expect(await status('files/archive/extract', at('Trips', 'locked.zip'))).toEqual([
      422,
      expect.stringContaining('protected by a password'),
    ]);
    for (const name of ['text.zip', 'half.zip'])
      expect(await status('files/archive/list', at('Trips', name))).toEqual([422, expect.stringContaining('archive')]);
    expect(await status('files/archive/list', at('Trips'))).toEqual([409, expect.stringContaining('is a folder')]);
    expect(['locked', 'text', 'half'].filter((name) => existsSync(onDisk('Trips', name)))).toEqual([]);
  });

  it('of another person does not exist', async () => {
    const bob = service.as(BOB);
    for (const what of ['list', 'extract'])
      expect((await bob(`/api/files/archive/${what}`, { json: archive })).status).toBe(404);
  });

  it('in the trash is listed, but not extracted', async () => {
    mkdirSync(onDisk('Trash', 'old'), { recursive: true });
    execFileSync('cp', [onDisk('Trips', 'trip.zip'), onDisk('Trash', 'old')]);
    expect((await call('files/archive/list', at('Trash', 'old', 'trip.zip')))['entries']).toHaveLength(3);
    expect((await status('files/archive/extract', at('Trash', 'old', 'trip.zip')))[0]).toBe(403);
  });

  it.each([
    { root: 'w', path: [] },
    { ...archive, paths: [] },
    { ...archive, paths: [''] },
    { ...archive, paths: ['\ud800'] },
    { root: 'w', path: ['..', 'trip.zip'] },
  ])('is not extracted for %j', async (body) => {
    expect((await ada('/api/files/archive/extract', { json: body })).status).toBe(400);
  });

  it('is not extracted for more paths than a request may have', async () => {
    const paths = new Array<string>(1_001).fill('a');
    expect((await ada('/api/files/archive/extract', { json: { ...archive, paths } })).status).toBe(400);
  });

  it('is no longer extracted when the client leaves, and nothing is left', async () => {
    mkdirSync(onDisk('Calm'));
    writeFileSync(onDisk('Calm', 'slow.gz'), gzipSync(Buffer.alloc(200_000_000), { level: 1 }));
    const stop = new AbortController();
    const answer = ada('/api/files/archive/extract', { json: at('Calm', 'slow.gz'), signal: stop.signal });
    answer.catch(() => undefined);
    await eventually(() => readdirSync(onDisk('Calm')).length === 2);
    stop.abort();
    await expect(answer).rejects.toThrow();
    await eventually(() => readdirSync(onDisk('Calm')).join() === 'slow.gz');
  });
});
