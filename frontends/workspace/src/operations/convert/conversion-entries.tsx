import { FileOutput } from 'lucide-react';
import type { MenuEntry } from '@zo/web/ui';
import type { Entry } from '../../workspace.slice';
import { lazily } from '../lazily';

export type Conversion = 'sheet' | 'markdown' | 'xlsx';

const CONVERSIONS: readonly [names: RegExp, to: Conversion][] = [
  [/.\.(csv|tsv|xlsx|xlsm|xls|ods)$/i, 'sheet'],
  [/.\.(docx|html?)$/i, 'markdown'],
  [/.\.sheet\.json$/i, 'xlsx'],
];

/** FT-15: what a file can be converted to; undefined when there is nothing. */
const conversionOf = (name: string): Conversion | undefined => CONVERSIONS.find(([names]) => names.test(name))?.[1];

const CONVERT_LABEL = { sheet: 'Convert to sheet', markdown: 'Convert to Markdown', xlsx: 'Export to XLSX' } as const;

/** FT-15: what a file can be converted to. */
export function conversionEntries(entry: Entry, openEntry: (entry: Entry) => void): MenuEntry[] {
  const to = conversionOf(entry.name);
  if (!to) return [];
  return [
    {
      label: CONVERT_LABEL[to],
      icon: <FileOutput />,
      onSelect: () =>
        lazily(
          () => import('./convert'),
          ({ convertEntry }) => void convertEntry(entry, { to, open: openEntry }),
        ),
    },
  ];
}
