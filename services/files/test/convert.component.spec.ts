import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { agentBundle } from '@zo/testing/agent-bundle';
import { at, BOB, call, closeScene, onDisk, openScene, put, service, status } from './scene.js';

beforeAll(async () => openScene({ ZO_PROGRAMS: dirname(await agentBundle()) }));
afterAll(closeScene);

describe('FT-15 conversions', () => {
  it('make a sheet and a note beside the file, and say where', async () => {
    put('a,b\n1,2\n', 'Trips', 'costs.csv');
    put('<h1>Plan</h1>', 'Trips', 'plan.html');
    expect(await call('files/convert', { ...at('Trips', 'costs.csv'), to: 'sheet' })).toEqual({
      ...at('Trips', 'costs.sheet.json'),
      leftOut: 0,
    });
    expect(JSON.parse(readFileSync(onDisk('Trips', 'costs.sheet.json'), 'utf8'))).toMatchObject({
      worksheets: [
        {
          data: [
            ['a', 'b'],
            [1, 2],
          ],
        },
      ],
    });
    expect(await call('files/convert', { ...at('Trips', 'plan.html'), to: 'markdown' })).toEqual({
      ...at('Trips', 'plan.md'),
      leftOut: 0,
    });
  });

  it('that are not possible are refused with a sentence', async () => {
    put('nothing of Excel', 'Trips', 'costs.xlsx');
    put('x', 'Trash', 'gone.csv');
    expect(await status('files/convert', { ...at('Trips', 'costs.xlsx'), to: 'sheet' })).toEqual([
      422,
      'This file is not a workbook.',
    ]);
    expect((await status('files/convert', { ...at('Trips', 'costs.csv'), to: 'markdown' }))[0]).toBe(400);
    expect((await status('files/convert', { ...at('Trips', 'costs.csv'), to: 'pdf' }))[0]).toBe(400);
    expect((await status('files/convert', { ...at('Trips', 'missing.csv'), to: 'sheet' }))[0]).toBe(404);
    expect((await status('files/convert', { ...at('Trash', 'gone.csv'), to: 'sheet' }))[0]).toBe(403);
    const bob = service.as(BOB);
    expect((await bob('/api/files/convert', { json: { ...at('Trips', 'costs.csv'), to: 'sheet' } })).status).toBe(404);
  });
});
