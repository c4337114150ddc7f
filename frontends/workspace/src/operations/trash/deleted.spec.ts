import { expect, it } from '@jest/globals';
import { deletedText } from './deleted';

it('says how many entries were deleted permanently, and why the first of the others was not', () => {
  const failed = { error: 'File not found: Trash/a.md' };
  expect(deletedText([{}, {}])).toEqual({ title: 'Permanently deleted' });
  expect(deletedText([{}, failed, { error: 'Another reason.' }])).toEqual({
    title: 'Permanently deleted 1 of 3 files',
    failure: 'File not found: Trash/a.md',
  });
  expect(deletedText([failed, failed])).toEqual({ title: 'Failed to delete', failure: 'File not found: Trash/a.md' });
});
