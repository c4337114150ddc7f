import { FileOutput } from 'lucide-react';
import type { MenuEntry } from '@zo/web/ui';
import type { Entry } from '../workspace.slice';
import { conversionOf, convertEntry } from './convert';

const CONVERT_LABEL = { sheet: 'Convert to sheet', markdown: 'Convert to Markdown', xlsx: 'Export to XLSX' } as const;

/** FT-15: what a file can be converted to. */
export function conversionEntries(entry: Entry, openEntry: (entry: Entry) => void): MenuEntry[] {
  const to = conversionOf(entry.name);
  if (!to) return [];
  return [
    {
      label: CONVERT_LABEL[to],
      icon: <FileOutput />,
      onSelect: () => void convertEntry(entry, { to, open: openEntry }),
    },
  ];
}
