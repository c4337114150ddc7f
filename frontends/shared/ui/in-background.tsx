import { useEffect, useState, type ComponentType } from 'react';

const RETRY_MS = 3_000;

/**
 * A component that nobody waits for, because it shows something later only. While its code cannot be loaded, as when
 * the line is down, it is asked for again.
 */
export function inBackground<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  return function InBackground(props: P) {
    const [Loaded, setLoaded] = useState<ComponentType<P>>();
    useEffect(() => {
      let isOver = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const start = () =>
        load().then(
          (component) => isOver || setLoaded(() => component),
          () => isOver || (timer = setTimeout(start, RETRY_MS)),
        );
      void start();
      return () => {
        isOver = true;
        clearTimeout(timer);
      };
    }, []);
    return Loaded ? <Loaded {...props} /> : null;
  };
}
