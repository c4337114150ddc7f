/** 'notes.md' → 'notes (mine).md', or '(mine 2)' and so on when that name is taken. */
export function mineName(name: string, siblings: readonly string[]): string {
  const dot = name.lastIndexOf('.');
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
  for (let count = 1; ; count++) {
    const candidate = `${stem} (mine${count > 1 ? ` ${count}` : ''})${extension}`;
    if (!siblings.includes(candidate)) return candidate;
  }
}
