import { describe, expect, it } from '@jest/globals';
import { sectionOf } from './sections';

describe('settings sections', () => {
  it('RT-07, AP-02 are addressed by path or by fragment', () => {
    expect(sectionOf('/settings', '#your-ai')).toBe('your-ai');
    expect(sectionOf('/settings/browser', '')).toBe('browser');
    expect(sectionOf('/settings/browser', '#your-ai')).toBe('browser');
    expect(sectionOf('/settings', '')).toBeUndefined();
    expect(sectionOf('/settings/nonsense', '')).toBe('nonsense');
  });
});
