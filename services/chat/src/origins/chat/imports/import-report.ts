/** Writes what an import did, and what it could not keep. */
import type { Losses } from './imported-chat.js';

const formatted = (count: number): string => count.toLocaleString('en-US');

export interface Imported {
  readonly chats: number;
  readonly messages: number;
  /** Chats that were there with all of their messages. */
  readonly known: number;
}

export function reportOf(name: string, { chats, messages, known }: Imported, losses: Losses): string {
  const lines = losses.list.map(({ what, count, example }) => {
    // In backticks nothing of it is shown as a link or an image.
    const quoted = example.replaceAll('`', '').replace(/\s+/g, ' ').trim();
    return `- ${formatted(count)} × ${what}${quoted ? `. The first: \`${quoted}\`` : ''}`;
  });
  const kept = `From “${name}” came ${formatted(chats)} chats with ${formatted(messages)} messages.`;
  const before = known > 0 ? ` ${formatted(known)} chats were here already.` : '';
  const missing = lines.length > 0 ? `\n\nWhat could not be kept:\n\n${lines.join('\n')}` : '\n\nNothing was lost.';
  return `# Import report\n\n${kept}${before}${missing}\n`;
}
