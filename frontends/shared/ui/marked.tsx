import type { ReactNode } from 'react';

/** A text with its found words marked: ranges in order, from the first character to the one behind the last. */
export function Marked({ text, marks }: { text: string; marks: readonly (readonly [number, number])[] }) {
  const parts: ReactNode[] = [];
  let done = 0;
  for (const [from, to] of marks) {
    parts.push(
      text.slice(done, from),
      <mark key={from} className="rounded-sm bg-mark px-0.5 -mx-0.5 text-text-1">
        {text.slice(from, to)}
      </mark>,
    );
    done = to;
  }
  return (
    <>
      {parts}
      {text.slice(done)}
    </>
  );
}
