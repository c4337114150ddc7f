import { useSlateStatic } from 'slate-react';
import { fileHref, type Location } from '@zo/web/paths';
import { useNavigate } from '@zo/web/router';
import { goToHeading } from '../editor/go-to';
import type { NoteEditor } from '../editor/types';
import type { LinkNode } from '../model/nodes';
import { useNoteLocation } from '../note-context';
import { addressOf } from './references';
import { externalHref, isExternal, resolveLink } from './resolve-link';

/** Where a link leads, and how it opens: in a new tab, a file in this one, a heading by scrolling. */
interface LinkTarget {
  readonly href?: string;
  readonly open?: () => void;
}

/** What opens links of a note. */
export interface LinkOpener {
  readonly editor: NoteEditor;
  readonly location: Location;
  readonly navigate: (href: string) => void;
}

export function useLinkOpener(): LinkOpener {
  const editor = useSlateStatic();
  const location = useNoteLocation();
  const navigate = useNavigate();
  return { editor, location, navigate: (href) => void navigate(href) };
}

/** The target of a link of a note; empty for one that is blocked or has no target. */
export const linkTarget = (opener: LinkOpener, link: LinkNode): LinkTarget =>
  addressTarget(opener, addressOf(opener.editor, link));

export function addressTarget({ editor, location, navigate }: LinkOpener, url: string | null): LinkTarget {
  if (url === null) return {};
  if (url.startsWith('#')) return { href: url, open: () => goToHeading(editor, url.slice(1)) };
  const external = externalHref(url);
  if (external) return { href: external, open: () => window.open(external, '_blank', 'noopener,noreferrer') };
  const target = isExternal(url) ? undefined : resolveLink(location, url);
  return target ? { href: fileHref(target), open: () => navigate(fileHref(target)) } : {};
}

/** The target of a link of the open note. */
export const useLinkTarget = (link: LinkNode): LinkTarget => linkTarget(useLinkOpener(), link);
