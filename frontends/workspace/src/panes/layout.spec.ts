import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Location } from '@zo/web/paths';
import * as panes from './layout';
import type { Layout } from './layout';

const at = (...path: string[]): Location => ({ root: 'w', path });
const visit = (layout: Layout, name: string, { suffix = '', key = name } = {}): Layout =>
  panes.show(layout, { location: at(name), suffix, key });

/** `[a *b] (c~)`: panes with their tabs; `*` is shown, `~` a preview, round brackets the focused pane. */
function print(layout: Layout): string {
  return layout.panes
    .map(({ id, tabs, active, preview }) => {
      const names = tabs.map(
        (tab) => (tab.id === active ? '*' : '') + tab.location.path.join('/') + (tab.id === preview ? '~' : ''),
      );
      return id === layout.focused ? `(${names.join(' ')})` : `[${names.join(' ')}]`;
    })
    .join(' ');
}
const idOf = (layout: Layout, name: string): string =>
  layout.panes.flatMap(({ tabs }) => tabs).find(({ location }) => location.path.join('/') === name)!.id;
const pinned = (layout: Layout, name: string) => panes.pin(layout, idOf(layout, name));

let layout: Layout;
beforeEach(() => {
  layout = panes.emptyLayout();
});

describe('opening files', () => {
  it('shows one file after another in one preview tab', () => {
    layout = visit(visit(layout, 'a'), 'b');
    expect(print(layout)).toBe('(*b~)');
    expect(panes.hasTabs(layout)).toBe(false);
  });

  it('keeps a pinned tab, and opens the next file beside it', () => {
    layout = visit(pinned(visit(layout, 'a'), 'a'), 'b');
    expect(print(layout)).toBe('(a *b~)');
    expect(print(visit(layout, 'c'))).toBe('(a *c~)');
    expect(print(visit(visit(layout, 'c'), 'a'))).toBe('(*a c~)');
  });

  it('goes to the pane that shows the file already', () => {
    layout = panes.openTab(pinned(visit(layout, 'a'), 'a'), at('b'), 'beside');
    expect(print(layout)).toBe('[*a] (*b)');
    expect(print(visit(layout, 'a'))).toBe('(*a) [*b]');
  });

  it('opens in a tab of its own, and beside in the next pane', () => {
    expect(print(panes.openTab(layout, at('b'), 'beside'))).toBe('(*b)');
    layout = panes.openTab(visit(layout, 'a'), at('b'), 'tab');
    expect(print(layout)).toBe('(a~ *b)');
    layout = panes.openTab(layout, at('c'), 'beside');
    expect(print(layout)).toBe('[a~ *b] (*c)');
    layout = panes.openTab(panes.focus(layout, layout.panes[0]!.id), at('d'), 'beside');
    expect(print(layout)).toBe('[a~ *b] (c *d)');
  });

  it('never has more than three panes, nor more tabs than the limit', () => {
    layout = visit(layout, 'a');
    for (const name of ['b', 'c', 'd']) layout = panes.openTab(layout, at(name), 'beside');
    expect(print(layout)).toBe('[*a~] [*b] (c *d)');
    for (let n = 0; n < 50; n++) layout = panes.openTab(layout, at(`f${n}`), 'tab');
    expect(panes.focusedPane(layout).tabs).toHaveLength(panes.MAX_TABS);
    expect(panes.activeTab(panes.focusedPane(layout))!.location.path).toEqual(['f49']);
  });

  it('takes the place in the address of a new visit', () => {
    layout = visit(layout, 'a', { suffix: '#L3', key: 'k1' });
    const before = panes.activeTab(panes.focusedPane(layout))!;
    layout = visit(layout, 'a', { suffix: '#L9', key: 'k2' });
    expect(panes.activeTab(panes.focusedPane(layout))).toEqual({ ...before, suffix: '#L9', visit: 'k2' });
  });
});

describe('closing tabs', () => {
  beforeEach(() => {
    for (const name of ['a', 'b', 'c']) layout = panes.openTab(layout, at(name), 'tab');
  });

  it('shows the neighbour of the closed tab', () => {
    layout = panes.activate(layout, idOf(layout, 'b'));
    expect(print(panes.closeTab(layout, idOf(layout, 'b')))).toBe('(a *c)');
    expect(print(panes.closeTab(panes.activate(layout, idOf(layout, 'c')), idOf(layout, 'c')))).toBe('(a *b)');
    expect(print(panes.closeTab(layout, idOf(layout, 'a')))).toBe('(*b c)');
    expect(print(panes.closeOthers(layout, idOf(layout, 'a')))).toBe('(*a)');
  });

  it('closes the pane with its last tab', () => {
    layout = panes.openTab(layout, at('d'), 'beside');
    expect(print(panes.closeTab(layout, idOf(layout, 'd')))).toBe('(a b *c)');
    for (const name of ['a', 'b', 'c']) layout = panes.closeTab(layout, idOf(layout, name));
    expect(print(layout)).toBe('(*d)');
    expect(print(panes.closeTab(layout, idOf(layout, 'd')))).toBe('()');
  });
});

describe('arranging tabs', () => {
  beforeEach(() => {
    for (const name of ['a', 'b', 'c']) layout = panes.openTab(layout, at(name), 'tab');
  });

  it('moves a tab within its pane and to another', () => {
    const [pane] = layout.panes;
    expect(print(panes.moveTab(layout, idOf(layout, 'a'), { pane: pane!.id, at: 3 }))).toBe('(b c *a)');
    expect(print(panes.moveTab(layout, idOf(layout, 'c'), { pane: pane!.id, at: 0 }))).toBe('(*c a b)');
    layout = panes.openTab(layout, at('d'), 'beside');
    expect(print(panes.moveTab(layout, idOf(layout, 'a'), { pane: layout.focused, at: 0 }))).toBe('[b *c] (*a d)');
    expect(print(panes.moveTab(layout, idOf(layout, 'd'), { pane: pane!.id, at: 1 }))).toBe('(a *d b c)');
  });

  it('merges with a tab of the same file', () => {
    layout = panes.openTab(layout, at('a'), 'beside');
    const copy = layout.panes[1]!.tabs[0]!.id;
    expect(print(panes.moveTab(layout, copy, { pane: layout.panes[0]!.id, at: 2 }))).toBe('(b c *a)');
  });

  it('splits off a tab, and shows the only tab twice', () => {
    const pane = layout.focused;
    expect(print(panes.split(layout, idOf(layout, 'b'), { pane, side: 'right' }))).toBe('[a *c] (*b)');
    expect(print(panes.split(layout, idOf(layout, 'b'), { pane, side: 'left' }))).toBe('(*b) [a *c]');
    const one = visit(panes.emptyLayout(), 'x');
    const twice = panes.split(one, idOf(one, 'x'), { pane: one.focused, side: 'right' });
    expect(print(twice)).toBe('[*x] (*x)');
    expect(new Set(twice.panes.flatMap(({ tabs }) => tabs.map(({ id }) => id))).size).toBe(2);
  });
});

describe('files that move or go', () => {
  it('LS-02 follows a moved folder in every pane, and keeps a shown file that was deleted', () => {
    layout = panes.openTab(panes.openTab(layout, at('x', 'a'), 'tab'), at('x', 'b'), 'tab');
    layout = panes.openTab(layout, at('x', 'c'), 'beside');
    layout = panes.follow(layout, at('x'), at('y', 'z'));
    expect(print(layout)).toBe('[y/z/a *y/z/b] (*y/z/c)');
    expect(panes.follow(layout, at('q'), at('r'))).toBe(layout);
    expect(print(panes.closeDeleted(layout, at('y')))).toBe('[*y/z/b] (*y/z/c)');
  });
});

describe('moving a tab by one place', () => {
  beforeEach(() => {
    layout = ['a', 'b', 'c'].reduce((now, name) => pinned(visit(now, name), name), layout);
  });

  it('stays in its pane until an end', () => {
    layout = panes.shift(layout, idOf(layout, 'c'), -1);
    expect(print(layout)).toBe('(a *c b)');
    expect(print(panes.shift(layout, idOf(layout, 'c'), 1))).toBe('(a b *c)');
    expect(panes.shift(layout, idOf(layout, 'a'), -1)).toBe(layout);
    expect(panes.shift(layout, idOf(layout, 'b'), 1)).toBe(layout);
  });

  it('goes on in the next pane, and takes its own away with the last tab', () => {
    layout = panes.split(layout, idOf(layout, 'c'), { pane: layout.focused, side: 'right' });
    layout = panes.shift(layout, idOf(layout, 'b'), 1);
    expect(print(layout)).toBe('[*a] (*b c)');
    layout = panes.shift(panes.shift(layout, idOf(layout, 'b'), -1), idOf(layout, 'c'), -1);
    expect(print(layout)).toBe('(a b *c)');
  });
});
