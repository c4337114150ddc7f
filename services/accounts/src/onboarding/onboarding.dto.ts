import { z } from 'zod';

export const onboardingFields = [
  'has_updated_theme',
  'has_created_note',
  'has_created_page',
  'has_saved_article',
  'has_emailed_zo',
  'has_texted_zo',
] as const;
export type Onboarding = Partial<Record<(typeof onboardingFields)[number], boolean | number>>;

const field = z.enum(onboardingFields);

/** AU-06: sets a flag, or increments it. */
export const onboardingStep = z.discriminatedUnion('op', [
  z.strictObject({ field, op: z.literal('set'), value: z.union([z.boolean(), z.number().int()]) }),
  z.strictObject({ field, op: z.literal('incr'), by: z.number().int().min(1).max(1_000).default(1) }),
]);
export type OnboardingStep = z.infer<typeof onboardingStep>;
