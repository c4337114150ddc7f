import { beforeEach, expect, it } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { FoldingTools } from './folding-tools';
import { TooltipProvider } from './tooltip';

const LINE_PX = 40;
/** Groups that fit into one line. */
let fitting = 3;
let resized: () => void;

beforeEach(() => {
  fitting = 3;
  globalThis.ResizeObserver = class {
    constructor(listener: () => void) {
      resized = listener;
    }
    observe() {}
    unobserve() {}
    disconnect() {}
  } as unknown as typeof ResizeObserver;
  // The simulated DOM lays nothing out.
  Object.defineProperty(HTMLElement.prototype, 'offsetTop', {
    configurable: true,
    get(this: HTMLElement) {
      return Math.floor([...this.parentElement!.children].indexOf(this) / fitting) * LINE_PX;
    },
  });
});

const more = () => screen.queryByRole('button', { name: 'More tools' });

function show(): void {
  render(
    <TooltipProvider>
      <FoldingTools aria-label="Sheet">
        {['Undo', 'Bold', 'Sum'].map((label) => (
          <div key={label}>
            <button type="button">{label}</button>
          </div>
        ))}
      </FoldingTools>
    </TooltipProvider>,
  );
  act(resized);
}

const resizeTo = (groups: number) => {
  fitting = groups;
  act(resized);
};

it('has a button for the tools that do not fit, while there are any', () => {
  show();
  expect(more()).toBeNull();
  resizeTo(2);
  fireEvent.click(more()!);
  expect(screen.getByRole('button', { name: 'Fewer tools' }).getAttribute('aria-expanded')).toBe('true');
  fireEvent.click(screen.getByRole('button', { name: 'Fewer tools' }));
  expect(more()!.getAttribute('aria-expanded')).toBe('false');
  resizeTo(3);
  expect(more()).toBeNull();
});

it('shows the tool that gets the focus', () => {
  show();
  resizeTo(2);
  act(() => screen.getByRole('button', { name: 'Bold' }).focus());
  expect(more()).not.toBeNull();
  act(() => screen.getByRole('button', { name: 'Sum' }).focus());
  expect(more()).toBeNull();
});

it('is one stop of Tab, in which the arrow keys move', () => {
  show();
  const tool = (name: string) => screen.getByRole('button', { name });
  const stops = () => ['Undo', 'Bold', 'Sum'].filter((name) => tool(name).tabIndex === 0);
  expect(stops()).toEqual(['Undo']);
  act(() => tool('Undo').focus());
  for (const [key, name] of [
    ['ArrowRight', 'Bold'],
    ['End', 'Sum'],
    ['ArrowRight', 'Undo'],
    ['ArrowLeft', 'Sum'],
    ['Home', 'Undo'],
    ['ArrowRight', 'Bold'],
  ] as const) {
    fireEvent.keyDown(document.activeElement!, { key });
    expect(document.activeElement).toBe(tool(name));
    expect(stops()).toEqual([name]);
  }
  fireEvent.keyDown(tool('Bold'), { key: 'ArrowRight', altKey: true });
  expect(document.activeElement).toBe(tool('Bold'));
});
