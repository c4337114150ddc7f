/** A long note of everything that notes are made of. */

const words = 'the order was paid before it shipped and nobody asked why the second parcel came first'.split(' ');
const prose = (seed: number, count: number) =>
  Array.from({ length: count }, (_, n) => words[(seed * 7 + n * 5) % words.length]).join(' ');

/** Markdown of at least that many characters; every paragraph has its number, the last one says where it ends. */
export function longNote(length: number): string {
  const parts: string[] = ['# A long note\n'];
  let size = 0;
  for (let n = 0; size < length; n++) {
    const part = partOf(n);
    parts.push(part);
    size += part.length + 1;
  }
  return `${parts.join('\n')}\nThe very end.\n`;
}

function partOf(n: number): string {
  switch (n % 10) {
    case 0:
      return `## Part ${n}\n`;
    case 3:
      return `- Item ${n} with **bold** text\n- ${prose(n, 9)}\n  - nested \`code ${n}\`\n- [ ] to do\n`;
    case 5:
      return `\`\`\`js\nconst value${n} = ${n};\nconsole.log(value${n});\n\`\`\`\n`;
    case 7:
      return `> Quote ${n}: *${prose(n, 14)}*\n`;
    case 9:
      return `| a | b |\n| --- | --- |\n| ${n} | ${prose(n, 4)} |\n`;
    default:
      return `Paragraph ${n}. ${prose(n, 34)} with [a link](https://example.com/${n}) and ==marks==.\n`;
  }
}
