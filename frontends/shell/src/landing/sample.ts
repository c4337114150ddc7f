import {
  AudioLines,
  FileCode,
  FileText,
  Folder,
  FolderOpen,
  Globe,
  Image,
  Table2,
  ReceiptText,
  SquareTerminal,
  MessageCircle,
  Trash2,
  type LucideIcon,
} from 'lucide-react';

/** One row of the sample file tree (LP-06). */
export interface SampleLine {
  label: string;
  icon: LucideIcon;
  depth: 0 | 1;
  open?: boolean;
  current?: boolean;
}

/** LP-06: sample entries, one of each kind of file. */
export const SAMPLE_TREE: readonly SampleLine[] = [
  { label: 'Articles', icon: Folder, depth: 0, open: false },
  { label: 'Notes', icon: FolderOpen, depth: 0, open: true },
  { label: 'Trip to Kyoto', icon: FileText, depth: 1, current: true },
  { label: 'Packing list', icon: FileText, depth: 1 },
  { label: 'Images', icon: FolderOpen, depth: 0, open: true },
  { label: 'whiteboard.jpg', icon: Image, depth: 1 },
  { label: 'Audio', icon: FolderOpen, depth: 0, open: true },
  { label: 'memo.m4a', icon: AudioLines, depth: 1 },
  { label: 'Tables', icon: FolderOpen, depth: 0, open: true },
  { label: 'sales.csv', icon: Table2, depth: 1 },
  { label: 'Code', icon: FolderOpen, depth: 0, open: true },
  { label: 'clean.py', icon: FileCode, depth: 1 },
  { label: 'Site', icon: Globe, depth: 0, open: false },
  { label: 'Trash', icon: Trash2, depth: 0 },
];

export const SAMPLE_DAYS: readonly (readonly [string, string, string, string])[] = [
  ['Thu 3', 'Arrive, Nishiki market', 'Kamo river walk', '¥ 8,000'],
  ['Fri 4', 'Fushimi Inari, before seven', 'Tōfuku-ji', '¥ 5,500'],
  ['Sat 5', 'Kurama to Kibune hike', 'Onsen', '¥ 9,200'],
  ['Sun 6', 'Ryōan-ji', 'Arashiyama', '¥ 6,000'],
];

/** The three facts under the handle field. */
export const FACTS: readonly (readonly [LucideIcon, string, string])[] = [
  [SquareTerminal, 'A real shell', 'that is still there tomorrow'],
  [MessageCircle, 'An assistant', 'on the same files as you'],
  [ReceiptText, 'A receipt', 'for every answer, with Undo'],
];

/** Features that exist today. */
export const FEATURES: readonly (readonly [string, string])[] = [
  [
    'Reads, writes and runs',
    'The assistant works on the same files you see, with the commands you would type yourself.',
  ],
  [
    'Asks when it was told things',
    'Once it has read something from outside, its commands wait for you, word for word.',
  ],
  [
    'Leaves a receipt',
    'Every answer lists the files it changed and the commands it ran; one press puts the files back.',
  ],
  [
    'Your files stay files',
    'No format of ours. Download a folder, or open the same file in the editor, the terminal and the chat.',
  ],
  ['Merges, never overwrites', 'Edit in two places at once: both edits survive, and what clashes is shown to you.'],
  ['Any model', 'OpenAI, Anthropic, Google, xAI, a model on your own machine. The key never enters the computer.'],
];
