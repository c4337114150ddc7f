import { describe, expect, it } from '@jest/globals';
import { contrast } from './contrast';
import { DEFAULT_PRESET_ID, PRESETS, isNewPreset, presetById } from './presets';
import { tokensOf, type Mode } from './tokens';

const MODES: Mode[] = ['light', 'dark'];
const AA = 4.5;

describe('theme presets', () => {
  it('AP-01 has at least twelve presets, the default labelled In The Zone', () => {
    expect(PRESETS.length).toBeGreaterThanOrEqual(12);
    expect(presetById(undefined).label).toBe('In The Zone');
    expect(presetById(DEFAULT_PRESET_ID).label).toBe('In The Zone');
    expect(new Set(PRESETS.map(({ id }) => id)).size).toBe(PRESETS.length);
  });

  it.each(
    PRESETS.flatMap((preset) => MODES.map((mode) => [preset.label, mode, tokensOf(mode, preset[mode])] as const)),
  )('AP-01 %s %s passes WCAG AA', (_label, _mode, tokens) => {
    const pairs: [string, string][] = [];
    for (const text of ['text-1', 'text-2'])
      for (const surface of [0, 1, 2, 3, 4]) pairs.push([text, `surface-${surface}`]);
    for (const surface of [0, 1, 2])
      pairs.push(['text-3', `surface-${surface}`], ['accent-text', `surface-${surface}`]);
    for (const state of ['good', 'warn', 'bad'])
      pairs.push([state, 'surface-0'], [state, 'surface-1'], [state, `${state}-soft`]);
    for (let index = 1; index <= 8; index++) pairs.push([`syn-${index}`, 'surface-1']);
    pairs.push(
      ['text-on-accent', 'accent'],
      ['text-on-accent', 'accent-hover'],
      ['accent-text', 'accent-soft'],
      ['text-1', 'accent-soft'],
    );
    const failing = pairs
      .map(([a, b]) => [`${a} on ${b}`, contrast(tokens[a]!, tokens[b]!)] as const)
      .filter(([, ratio]) => ratio < AA);
    expect(failing).toEqual([]);
    expect(contrast(tokens.focus!, tokens['surface-1']!)).toBeGreaterThanOrEqual(3);
  });

  it('AP-01 every hue, strength and tint that the sliders reach passes WCAG AA', () => {
    const failing: string[] = [];
    for (const mode of MODES)
      for (let hue = 0; hue < 360; hue += 15)
        for (const chroma of [0, 0.06, 0.13])
          for (const tint of [0, 2, 4]) {
            const tokens = tokensOf(mode, { hue, tint, accent: hue, chroma });
            const pairs = [
              ['text-on-accent', 'accent'],
              ['text-on-accent', 'accent-hover'],
              ['accent-text', 'surface-1'],
              ['text-1', 'surface-3'],
              ['text-2', 'surface-3'],
              ['text-2', 'surface-4'],
              ['text-3', 'surface-2'],
            ] as const;
            for (const [a, b] of pairs)
              if (contrast(tokens[a]!, tokens[b]!) < AA) failing.push(`${mode} ${hue} ${chroma} ${tint}: ${a} on ${b}`);
          }
    expect(failing).toEqual([]);
  });

  it('an unreadable colour fails the check', () => {
    expect(contrast('oklch(0.7 0 0)', 'oklch(0.99 0 0)')).toBeLessThan(AA);
    expect(contrast('oklch(0 0 0)', 'oklch(1 0 0)')).toBeCloseTo(21, 0);
  });

  it('AP-01 marks a preset New for five days', () => {
    const preset = { ...PRESETS[0]!, createdAt: '2026-09-01T00:00:00Z' };
    expect(isNewPreset(preset, Date.parse('2026-09-05T23:00:00Z'))).toBe(true);
    expect(isNewPreset(preset, Date.parse('2026-09-06T01:00:00Z'))).toBe(false);
  });
});
