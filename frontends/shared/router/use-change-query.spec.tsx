import { afterEach, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { MemoryRouter, useChangeQuery, useLocation } from '@zo/web/router';

afterEach(cleanup);

it('keeps a change of the address that was not rendered yet', () => {
  let change!: ReturnType<typeof useChangeQuery>;
  function Page() {
    change = useChangeQuery();
    const { pathname, search, hash } = useLocation();
    return <p>{pathname + search + hash}</p>;
  }
  render(
    <MemoryRouter initialEntries={['/search?in=Shop#top']}>
      <Page />
    </MemoryRouter>,
  );
  act(() => {
    change((query) => query.set('q', 'grey'));
    change((query) => query.set('replace', '1'));
    change((query) => query.delete('in'));
  });
  expect(screen.getByText('/search?q=grey&replace=1#top')).toBeDefined();
});
