import { AtSign, BookOpen, CornerDownLeft, Paperclip, SquarePen, SquareTerminal } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListedSkill } from '../../../api/types';

export interface ChatCommand {
  name: string;
  icon: ReactNode;
  hint: string;
  /** Text of the field afterwards; empty when omitted. */
  text?: string;
  run?: () => void;
}

interface Actions {
  helper: boolean;
  skills: readonly ListedSkill[];
  onNew: () => void;
  onAttach: () => void;
  onTerminal: () => void;
}

/** The commands of the built-in helper. */
const FORMS: readonly (readonly [string, string])[] = [
  ['list', 'Show what is in a folder'],
  ['read', 'Show a file'],
  ['search', 'Find words in files and names'],
  ['append', 'Add a line to a note'],
  ['run', 'Run a command on your computer'],
];

/** The commands of the '/' menu that are available now. */
export function chatCommands({ helper, skills, onNew, onAttach, onTerminal }: Actions): readonly ChatCommand[] {
  return [
    { name: 'new', icon: <SquarePen />, hint: 'Start a new chat', run: onNew },
    { name: 'attach', icon: <Paperclip />, hint: 'Upload files and add them', run: onAttach },
    { name: 'mention', icon: <AtSign />, hint: 'Add a file, folder, tool or chat', text: '@' },
    { name: 'terminal', icon: <SquareTerminal />, hint: 'Show or hide the terminal', run: onTerminal },
    ...skills.map(({ name, description }) => ({
      name,
      icon: <BookOpen />,
      hint: description,
      text: `\`skill ${name}\` `,
    })),
    ...(helper ? FORMS : []).map(([name, hint]) => ({ name, icon: <CornerDownLeft />, hint, text: `${name} ` })),
  ];
}
