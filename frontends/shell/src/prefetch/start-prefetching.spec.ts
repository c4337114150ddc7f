import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { startPrefetching } from './start-prefetching';

describe('what the pointer rests on', () => {
  let asked: string[];
  let stop: () => void;

  beforeEach(() => {
    jest.useFakeTimers();
    asked = [];
    stop = startPrefetching((route) => asked.push(route));
    document.body.innerHTML = `
      <div data-location="w/Trip/a b.md"><span id="row">a b.md</span></div>
      <div id="machine" data-location="m01234567-89ab-cdef-0123-456789abcdef/etc"></div>
      <a id="link" href="/settings/account?chat=new">Account</a>
      <a id="tab" href="/f/w/other.md" target="_blank">in another tab</a>
      <a id="download" href="/f/w/other.md" download>to the disk</a>
      <a id="elsewhere" href="https://example.com/f/w">elsewhere</a>
      <p id="text">text</p>`;
  });

  afterEach(() => {
    stop();
    jest.useRealTimers();
  });

  const over = (id: string, pointerType = 'mouse') =>
    document.getElementById(id)!.dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }));

  it('is a row, or a link within the page', () => {
    for (const id of ['row', 'machine', 'link', 'tab', 'download', 'elsewhere', 'text']) {
      over(id);
      jest.advanceTimersByTime(150);
    }
    expect(asked).toEqual(['/f/w/Trip/a%20b.md', '/settings/account?chat=new']);
  });

  it('is asked for after 150 ms, once, and not when the pointer has moved on', () => {
    over('row');
    jest.advanceTimersByTime(149);
    over('text');
    jest.advanceTimersByTime(1_000);
    expect(asked).toEqual([]);
    over('row');
    jest.advanceTimersByTime(150);
    over('text');
    over('row');
    jest.advanceTimersByTime(150);
    expect(asked).toHaveLength(1);
  });

  it('is no finger, but what has the focus', () => {
    over('row', 'touch');
    jest.advanceTimersByTime(150);
    expect(asked).toEqual([]);
    document.getElementById('link')!.dispatchEvent(new FocusEvent('focusin', { bubbles: true }));
    jest.advanceTimersByTime(150);
    expect(asked).toEqual(['/settings/account?chat=new']);
  });

  it('is nothing where the browser has to save data', () => {
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } });
    over('row');
    jest.advanceTimersByTime(150);
    Reflect.deleteProperty(navigator, 'connection');
    expect(asked).toEqual([]);
  });
});
