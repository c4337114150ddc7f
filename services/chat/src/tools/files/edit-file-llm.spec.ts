import { describe, expect, it } from '@jest/globals';
import { changedFile } from './edit-file-llm.tool.js';

const wrote = (file: string) => `<file>\n${file}\n</file>\n`;

describe('the file in the answer of the model', () => {
  it.each([
    ['no end of line', 'a\nb', 'a\nc', 'a\nc'],
    ['one end of line, which models add or leave out', 'a\nb\n', 'a\nc\n', 'a\nc\n'],
    ['one end of line that was left out', 'a\nb\n', 'a\nc', 'a\nc\n'],
    ['empty lines at the end', 'a\n\n\n', 'b', 'b\n\n\n'],
    ['line ends of Windows', 'a\r\nb\r\n', 'a\nc', 'a\r\nc\r\n'],
    ['mixed line ends, which become plain ones', 'a\r\nb\n', 'a\nc', 'a\nc\n'],
    ['the mark of the end inside', 'a\n</file>\nb\n', 'a\n</file>\nc', 'a\n</file>\nc\n'],
  ])('keeps %s', (_name, before, written, after) => expect(changedFile(wrote(written), before)).toBe(after));

  it.each(['', 'Done!', '<file>\nhalf of', '<file>\n\n</file>'])('refuses %j', (answer) =>
    expect(() => changedFile(answer, 'a\n')).toThrow('wrote no whole file'),
  );
});
