import { describe, expect, it } from '@jest/globals';
import { FreshRoutes } from './fresh-routes';

describe('routes that were prefetched', () => {
  const start = () => {
    const clock = { now: 0 };
    return { clock, routes: new FreshRoutes(() => clock.now) };
  };

  it('are fresh for 240000 ms', () => {
    const { clock, routes } = start();
    expect(routes.take('/f/w/a')).toBe(true);
    clock.now = 239_999;
    expect(routes.take('/f/w/a')).toBe(false);
    clock.now = 240_000;
    expect(routes.take('/f/w/a')).toBe(true);
    clock.now = 479_999;
    expect(routes.take('/f/w/a')).toBe(false);
  });

  it('are cleaned above 1000: the stale ones, else the oldest', () => {
    const { clock, routes } = start();
    for (let n = 0; n < 600; n++) routes.take(`/old/${n}`);
    clock.now = 240_000;
    for (let n = 0; n < 400; n++) routes.take(`/new/${n}`);
    expect(routes.size).toBe(1_000);
    routes.take('/new/400');
    expect(routes.size).toBe(401);
    for (let n = 401; n <= 1_000; n++) routes.take(`/new/${n}`);
    expect(routes.size).toBe(1_000);
    expect(routes.take('/new/0')).toBe(true);
    expect(routes.take('/new/1000')).toBe(false);
  });
});
