import { expect, it } from '@jest/globals';
import { programName } from './program-name.js';

it('a program of Node has the name of its script, others the one that the kernel knows', () => {
  expect(programName('MainThread', '/usr/bin/node\0--inspect\0/srv/app/server.js\x00--port\x0080\0')).toBe(
    'node server.js',
  );
  expect(programName('MainThread', 'node\0')).toBe('node');
  expect(programName('MainThread', '')).toBe('node');
  expect(programName('sleep', 'sleep\x00300\0')).toBe('sleep');
});
