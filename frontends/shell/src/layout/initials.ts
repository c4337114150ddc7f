import type { Me } from '@zo/web/store';

/**
 * Two letters for the avatar: of the name, else of the handle, else of the email when the earlier ones have no letters.
 */
export const initials = ({ handle, profile }: Pick<Me, 'handle' | 'profile'>): string => {
  const [first = '', second] =
    [profile.full_name, handle, profile.email]
      .map((text) => text?.match(/[\p{L}\p{N}]+/gu) ?? [])
      .find((words) => words.length > 0) ?? [];
  // Split by code points; half of a surrogate pair is no letter.
  const [one = '', two = ''] = first;
  return (one + ([...(second ?? '')][0] ?? two)).toUpperCase();
};
