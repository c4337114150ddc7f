import type { Me } from '@zo/web/store';

/** Two letters for a face: of the name, or of what the person has besides when it is made of signs and pictures alone. */
export const initials = ({ handle, profile }: Pick<Me, 'handle' | 'profile'>): string => {
  const [first = '', second] =
    [profile.full_name, handle, profile.email]
      .map((text) => text?.match(/[\p{L}\p{N}]+/gu) ?? [])
      .find((words) => words.length > 0) ?? [];
  // By code points: half of one would be no letter.
  const [one = '', two = ''] = first;
  return (one + ([...(second ?? '')][0] ?? two)).toUpperCase();
};
