import { expect, it } from '@jest/globals';
import { entityFaults } from '@zo/testing';
import { connections } from '../src/service.js';

it('the entities describe the tables that the migrations make', async () => {
  expect(await entityFaults(connections)).toEqual([]);
});
