import { describe, expect, it } from '@jest/globals';
import { initials } from './initials';

const of = (full_name: string, handle = 'you') =>
  initials({ handle, profile: { id: '1', full_name, email: 'ada@example.com', picture: null, domains: [] } });

describe('initials', () => {
  it.each([
    ['Ada Lovelace', 'AL'],
    ['ada', 'AD'],
    ['Ada "Countess" Lovelace', 'AC'],
    ['🦄 Ada', 'AD'],
    ['李 小龙', '李小'],
    ['𝒜da Łovelace', '𝒜Ł'],
    ['🦄', 'YO'],
    ['  ', 'YO'],
    ['', 'YO'],
  ])('AU-03 %p is shown as %p', (name, letters) => {
    expect(of(name)).toBe(letters);
  });
});
