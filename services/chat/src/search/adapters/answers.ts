import { z } from 'zod';

/** More results of one answer are not looked at. */
const MAX_RESULTS = 100;

/** The well-formed results of a list; others are left out, because one of them must not hide the rest. */
export const results = <S extends z.ZodType>(shape: S) =>
  z.array(z.unknown()).transform((items) =>
    items.slice(0, MAX_RESULTS).flatMap((item): z.infer<S>[] => {
      const parsed = shape.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    }),
  );

export const words = z.string().nullish();
