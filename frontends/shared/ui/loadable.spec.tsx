import { expect, it } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { ErrorBoundary } from './error-boundary';
import { loadable, Loading } from './loadable';

const Greeting = ({ name }: { name: string }) => <p>Hello {name}</p>;

it('shows the fallback until the code is there, and the component in the next render', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof Greeting>();
  const Part = loadable(() => promise);
  render(
    <Loading fallback="Loading">
      <Part name="Ada" />
    </Loading>,
  );
  expect(screen.getByText('Loading')).toBeTruthy();
  // Without a timer in between: only promises are awaited.
  await act(async () => resolve(Greeting));
  expect(screen.getByText('Hello Ada')).toBeTruthy();
});

it('loads once and is shown at once from then on', async () => {
  let loads = 0;
  const Part = loadable(async () => {
    loads++;
    return Greeting;
  });
  const first = render(<Part name="Ada" />);
  await act(async () => undefined);
  first.unmount();
  render(<Part name="Grace" />);
  expect(screen.getByText('Hello Grace')).toBeTruthy();
  expect(loads).toBe(1);
});

it('passes a failed load to the error boundary and tries again when mounted again', async () => {
  let isOnline = false;
  const Part = loadable(async () => {
    if (!isOnline) throw new Error('no connection');
    return Greeting;
  });
  const page = (
    <ErrorBoundary fallback={(error) => <p>{error.message}</p>}>
      <Part name="Ada" />
    </ErrorBoundary>
  );
  const failed = render(page);
  await act(async () => undefined);
  expect(screen.getByText('no connection')).toBeTruthy();
  failed.unmount();
  isOnline = true;
  render(page);
  await act(async () => undefined);
  expect(screen.getByText('Hello Ada')).toBeTruthy();
});

it('leaves an optional component out when its load fails, and shows it once a later load arrives', async () => {
  let isOnline = false;
  const Part = loadable(
    async () => {
      if (!isOnline) throw new Error('no connection');
      return Greeting;
    },
    { isOptional: true },
  );
  const page = () => (
    <ErrorBoundary fallback={(error) => <p>{error.message}</p>}>
      The text <Part name="Ada" />
    </ErrorBoundary>
  );
  const { container, rerender } = render(page());
  await act(async () => undefined);
  expect(container.textContent).toBe('The text ');
  isOnline = true;
  rerender(page());
  await act(async () => undefined);
  rerender(page());
  expect(container.textContent).toBe('The text Hello Ada');
});

it('gives the parts inside of it no fallback of its own', async () => {
  const Inner = loadable(() => new Promise<typeof Greeting>(() => undefined));
  const Outer = loadable(async () => () => <Inner name="Ada" />);
  const { container } = render(
    <Loading fallback="Loading">
      <Outer />
    </Loading>,
  );
  await act(async () => undefined);
  expect(container.textContent).toBe('');
});
