import type { KeyboardEvent, RefObject } from 'react';
import { parseFileLocation, type Location } from '@zo/web/paths';
import { useNavigate } from '@zo/web/router';
import { questionAsked, useAppDispatch } from '@zo/web/store';
import { tabOpened } from '../../panes/panes.slice';
import type { Search } from './use-search';

/** Files that a question is about at most. */
const MAX_ASKED = 10;

interface Keys {
  page: RefObject<HTMLElement | null>;
  field: RefObject<HTMLInputElement | null>;
  search: Search;
}

/**
 * ↑ and ↓ walk the results, Enter opens the chosen or the first one, with Ctrl or Cmd beside what was open,
 * Alt+Enter asks Zo about the files, Escape returns to the field.
 */
export function useKeys({ page, field, search }: Keys): (event: KeyboardEvent) => void {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const openBeside = (link: HTMLAnchorElement | undefined) => {
    if (!link) return;
    const { pathname, search: query, hash } = new URL(link.href);
    const { root, path } = parseFileLocation(pathname) ?? {};
    if (!root || !path) return link.click();
    dispatch(tabOpened({ location: { root, path }, target: 'beside' }));
    navigate(pathname + query + hash);
  };
  const ask = () => {
    const files = [...search.exact, ...search.files].filter(({ isDirectory }) => !isDirectory).slice(0, MAX_ASKED);
    if (files.length > 0) dispatch(questionAsked({ files: files.map(({ root, path }): Location => ({ root, path })) }));
  };
  return (event) => {
    const links = [...(page.current?.querySelectorAll<HTMLAnchorElement>('a[data-result]') ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    const isField = document.activeElement === field.current;
    if (event.nativeEvent.isComposing || !(isField || at >= 0)) return;
    if (event.key === 'Enter' && event.altKey) ask();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) openBeside(links[Math.max(at, 0)]);
    else if (event.key === 'Enter' && isField) links[0]?.click();
    else if (event.key === 'ArrowDown') links[at + 1]?.focus();
    else if (event.key === 'ArrowUp' && at >= 0) (at === 0 ? field.current : links[at - 1])?.focus();
    else if (event.key === 'Escape' && at >= 0) field.current?.focus();
    else return;
    event.preventDefault();
  };
}
