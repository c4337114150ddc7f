import { expect, it } from '@jest/globals';
import { entityFaults } from '@zo/testing';
import { chat } from '../src/service.js';

it('the entities describe the tables that the migrations make', async () => {
  expect(await entityFaults(chat)).toEqual([]);
});
