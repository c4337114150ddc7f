import { createContext, use, useEffect, useState, type ComponentType, type ReactNode } from 'react';

const Fallback = createContext<ReactNode>(null);

/** What loadable components below show until their code has arrived. */
export function Loading({ fallback, children }: { fallback: ReactNode; children: ReactNode }) {
  return <Fallback value={fallback}>{children}</Fallback>;
}

/**
 * A component whose code is loaded when it is first shown. Unlike `React.lazy` it appears as soon as the code is there:
 * React keeps the fallback of a suspended component for at least 300 ms. The error of a failed load goes to the next
 * error boundary; the component tries again when it is mounted again. An optional component is left out instead:
 * without a network the page around it must stay.
 */
export function loadable<P extends object>(
  load: () => Promise<ComponentType<P>>,
  { isOptional = false }: { isOptional?: boolean } = {},
): ComponentType<P> {
  let loaded: ComponentType<P> | undefined;
  let loading: Promise<void> | undefined;
  const start = () =>
    (loading ??= load().then(
      (component) => {
        loaded = component;
      },
      (error: unknown) => {
        loading = undefined;
        throw error;
      },
    ));
  return function Loadable(props: P) {
    const fallback = use(Fallback);
    const [, setSettled] = useState(false);
    const [error, setError] = useState<{ cause: unknown }>();
    const isLoaded = loaded !== undefined;
    // Begun before the first commit: the request need not wait for the fallback to be painted.
    if (!isLoaded && !error) start().catch(() => undefined);
    useEffect(() => {
      if (isLoaded) return;
      start().then(
        () => setSettled(true),
        (cause: unknown) => isOptional || setError({ cause }),
      );
    }, [isLoaded]);
    if (error) throw error.cause;
    if (!loaded) return fallback;
    const Component = loaded;
    return (
      <Fallback value={null}>
        <Component {...props} />
      </Fallback>
    );
  };
}
