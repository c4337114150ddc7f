import type { ReactNode } from 'react';
import { useSlateSelector } from 'slate-react';
import { NOTE } from '../messages';
import { definitionOf } from './references';
import { addressTarget, useLinkOpener } from './use-link-target';

const BRACKETED = /^\[((?:\\.|[^\]\\])+)\]$/s;

/** The label of a text in brackets. */
export const labelOf = (text: string): string | undefined => BRACKETED.exec(text)?.[1];

interface ReferenceTextProps {
  readonly label: string;
  readonly children: ReactNode;
}

/** Text in brackets: a link where the note defines its address. The brackets stay, as in "[1.0.0] - May". */
export function ReferenceText({ label, children }: ReferenceTextProps) {
  const url = useSlateSelector((editor) => definitionOf(editor, label));
  return <LinkedText url={url}>{children}</LinkedText>;
}

interface LinkedTextProps {
  readonly url: string | null;
  readonly children: ReactNode;
}

/** ED-05: text that leads somewhere without being a link of the editor; it opens like one. */
export function LinkedText({ url, children }: LinkedTextProps) {
  const { href, open } = addressTarget(useLinkOpener(), url);
  if (!href) return children;
  return (
    <a
      href={href}
      title={NOTE.openLink}
      onClick={(event) => {
        event.preventDefault();
        if (event.ctrlKey || event.metaKey) open?.();
      }}
    >
      {children}
    </a>
  );
}
