import { nameOf, type FilePath } from '@zo/web/paths';

export interface Starter {
  icon: 'look' | 'note' | 'disk' | 'search';
  title: string;
  /** The second line: what it will do. */
  hint: string;
  /** What is sent. The built-in helper takes plain forms only. */
  text: string;
}

/** Four things to begin with; each does something real with the person's own files. */
export function starters({ helper, openFile }: { helper: boolean; openFile?: FilePath }): Starter[] {
  const file = openFile && openFile.path.length > 0 && /\.[^.]+$/.test(nameOf(openFile)) ? openFile : undefined;
  const path = file?.path.join('/');
  const first: Starter = file
    ? {
        icon: 'look',
        title: `Look at ${nameOf(file)}`,
        hint: helper ? 'and show what is in it' : 'and say what matters in it',
        text: helper ? `read ${path}` : `Read ${path} and tell me in a few lines what matters in it.`,
      }
    : {
        icon: 'look',
        title: 'Look around',
        hint: 'and show what is in my workspace',
        text: helper ? 'list' : 'Look around my workspace and tell me in a few lines what is there.',
      };
  return [
    first,
    {
      icon: 'note',
      title: 'Start a note',
      hint: 'with ideas, in Ideas.md',
      text: helper
        ? 'append Ideas.md: - a first idea'
        : 'Add a short list of ideas for what this computer could do for me to Ideas.md. Keep what is already there.',
    },
    {
      icon: 'search',
      title: 'Find what is open',
      hint: 'in notes that say “todo”',
      text: helper ? 'search todo' : 'Find open to-dos in my files and list them with links.',
    },
    {
      icon: 'disk',
      title: 'How full is the disk',
      hint: 'and what takes the most space',
      text: helper
        ? 'run df -h ~ && du -sh ~/workspace/* | sort -rh | head'
        : 'How full is my disk, and what takes the most space in my workspace?',
    },
  ];
}
