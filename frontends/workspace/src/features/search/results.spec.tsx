import { expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from '@zo/web/router';
import { SEARCH } from './messages';
import { Results } from './results';
import type { Search } from './use-search';

const FILE = {
  root: 'w' as const,
  path: ['one.txt'],
  isDirectory: false,
  mtime: 1,
  size: 1,
  nameMarks: [],
  lines: [],
  isExact: false,
};

const show = (isTimedOut: boolean, files = [FILE], total = files.length) => {
  const search = { query: 'one', exact: [], files, chats: [], total, isTimedOut } as unknown as Search;
  return render(
    <MemoryRouter>
      <Results search={search} isPhone={false} chosen={undefined} onChoose={() => undefined} />
    </MemoryRouter>,
  );
};

it('FT-14 a search that was ended says that there may be more than what it shows', () => {
  show(true);
  expect(screen.getByText(SEARCH.timedOut)).toBeDefined();
});

it('FT-14 a whole search does not', () => {
  show(false);
  expect(screen.queryByText(SEARCH.timedOut)).toBeNull();
});

it('FT-14 more files than are listed are told, with what narrows them', () => {
  const files = Array.from({ length: 100 }, (_none, n) => ({ ...FILE, path: [`${n}.txt`] }));
  const { unmount } = show(false, files, 309);
  expect(screen.getByText(/^These are the first 100 of 309 files\./)).toBeDefined();
  unmount();
  show(false, files);
  expect(screen.queryByText(/^These are the first/)).toBeNull();
});
