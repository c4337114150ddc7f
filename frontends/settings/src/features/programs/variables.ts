/** The variables of lines like NAME=value; `line`: the first that is none. */
export function parseVariables(text: string): { env: Record<string, string>; line?: number } {
  const env: Record<string, string> = {};
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, name, value] = /^\s*([A-Za-z_][A-Za-z0-9_]*)=(.*?)\s*$/.exec(line) ?? [];
    if (name === undefined || value === undefined) return { env, line: index + 1 };
    env[name] = unquoted(value);
  }
  return { env };
}

const unquoted = (value: string) => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value;
