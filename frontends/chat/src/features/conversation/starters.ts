import { nameOf, type Location } from '@zo/web/paths';

export interface Suggestion {
  icon: 'look' | 'note' | 'disk' | 'search';
  title: string;
  /** The second line: what the suggestion does. */
  hint: string;
  /** Message to send, or page to open. The built-in helper takes plain commands only. */
  does: { text: string } | { to: string };
}

interface SuggestionContext {
  helper: boolean;
  openFile?: Location;
  /** The file Ideas.md exists, so the helper appends to it instead of creating it. */
  hasIdeas: boolean;
}

/** Four suggestions for a first message; each one works on the user's own files. */
export function suggestionsFor({ helper, openFile, hasIdeas }: SuggestionContext): Suggestion[] {
  const file = openFile && openFile.path.length > 0 && /\.[^.]+$/.test(nameOf(openFile)) ? openFile : undefined;
  const path = file?.path.join('/');
  const first: Suggestion = file
    ? {
        icon: 'look',
        title: `Look at ${nameOf(file)}`,
        hint: helper ? 'and show what is in it' : 'and say what matters in it',
        does: { text: helper ? `read ${path}` : `Read ${path} and tell me in a few lines what matters in it.` },
      }
    : {
        icon: 'look',
        title: 'Look around',
        hint: 'and show what is in my workspace',
        does: { text: helper ? 'list' : 'Look around my workspace and tell me in a few lines what is there.' },
      };
  return [
    first,
    {
      icon: 'note',
      title: 'Start a note',
      hint: 'with ideas, in Ideas.md',
      does: {
        text: helper
          ? `${hasIdeas ? 'append' : 'write'} Ideas.md: - a first idea`
          : 'Add a short list of ideas for what this computer could do for me to Ideas.md. Keep what is already there.',
      },
    },
    {
      icon: 'search',
      title: 'Find what is open',
      hint: 'in notes that say “todo”',
      does: { text: helper ? 'search todo' : 'Find open to-dos in my files and list them with links.' },
    },
    helper
      ? { icon: 'disk', title: 'How full is the disk', hint: 'on the system page', does: { to: '/system' } }
      : {
          icon: 'disk',
          title: 'What takes the most space',
          hint: 'in my workspace',
          does: { text: 'Which folders and files take the most space in my workspace? List the largest ones.' },
        },
  ];
}
