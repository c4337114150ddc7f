import { expect, it } from '@jest/globals';
import type { Location } from '@zo/web/paths';
import {
  movedLocationOf,
  recordArrival,
  recordMove,
  recordRemovals,
  renamedName,
  wasRemovedHere,
  withdrawRemovals,
} from './moves';

const FOLDER: Location = { root: 'w', path: ['folder'] };
const at = (name: string): Location => ({ root: 'w', path: ['folder', name] });

it('a new entry under an old name is not the one that was renamed', () => {
  recordMove(at('a'), at('b'));
  expect([renamedName(FOLDER, 'a'), movedLocationOf(at('a'))]).toEqual(['b', at('b')]);
  recordArrival(at('a'));
  expect([renamedName(FOLDER, 'a'), movedLocationOf(at('a'))]).toEqual([undefined, undefined]);
});

it('an entry that is renamed back is known by its first name only', () => {
  recordMove(at('c'), at('d'));
  recordMove(at('d'), at('c'));
  expect([renamedName(FOLDER, 'c'), renamedName(FOLDER, 'd')]).toEqual([undefined, 'c']);
});

it('what came back from the trash, or never went there, was not removed', () => {
  recordRemovals([at('restored'), at('refused'), at('gone')]);
  recordMove({ root: 'w', path: ['Trash', 'restored'] }, at('restored'));
  withdrawRemovals([at('refused')]);
  expect(['restored', 'refused', 'gone'].map((name) => wasRemovedHere(FOLDER, name))).toEqual([false, false, true]);
});
