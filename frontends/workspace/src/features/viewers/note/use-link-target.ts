import { useSlateStatic } from 'slate-react';
import { fileHref } from '@zo/web/paths';
import { useNavigate } from '@zo/web/router';
import { goToHeading } from './editor/go-to';
import { useNoteLocation } from './note-context';
import { externalHref, isExternal, resolveLink } from './resolve-link';

/** Where a link leads, and how it opens: in a new tab, a file in this one, a heading by scrolling. */
interface LinkTarget {
  readonly href?: string;
  readonly open?: () => void;
}

/** The target of an address in the open note; empty for one that is blocked or has no target. */
export function useLinkTarget(url: string | null): LinkTarget {
  const editor = useSlateStatic();
  const location = useNoteLocation();
  const navigate = useNavigate();
  if (url === null) return {};
  if (url.startsWith('#')) return { href: url, open: () => goToHeading(editor, url.slice(1)) };
  const external = externalHref(url);
  if (external) return { href: external, open: () => window.open(external, '_blank', 'noopener,noreferrer') };
  const target = isExternal(url) ? undefined : resolveLink(location, url);
  return target ? { href: fileHref(target), open: () => void navigate(fileHref(target)) } : {};
}
