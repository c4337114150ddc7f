import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { PRESETS } from './presets';
import { tokensOf, type Mode } from './tokens';

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8');

describe('tokens.css', () => {
  it.each(['light', 'dark'] as Mode[])(
    'AP-01 holds the default preset for %s, so that a page has the right colours before any script runs',
    (mode) => {
      const wanted = Object.entries(tokensOf(mode, PRESETS[0]![mode]))
        .map(([name, value]) => `  --${name}: ${value};`)
        .join('\n');
      expect(css).toContain(wanted);
    },
  );
});
