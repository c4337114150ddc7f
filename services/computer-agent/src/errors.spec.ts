import { expect, it } from '@jest/globals';
import { refusalOf } from './errors.js';

it('PC-02 macOS that keeps the program out of a folder is explained, and nothing else is taken for that', () => {
  const sentence = refusalOf('EPERM', 'Documents', 'darwin');
  expect(sentence).toContain('macOS does not let zo-machine open “Documents”.');
  expect(sentence).toContain('Privacy & Security › Files and Folders');
  expect(refusalOf('EPERM', '/', 'darwin')).toContain('open this folder.');
  expect(refusalOf('EACCES', 'Documents', 'darwin')).toBeUndefined();
  expect(refusalOf('EPERM', 'Documents', 'linux')).toBeUndefined();
});
