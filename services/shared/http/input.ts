/** Validates requests with strict zod schemas on the parameters, with one clear sentence per invalid value. */
import { Body, Param, Query, StandardSchemaValidationPipe } from '@nestjs/common';
import { z } from 'zod';
import { errors } from '@zo/errors';

/** The global pipe: `@Body({ schema })`, `@Query({ schema })`, `@Param({ schema })`. */
export const inputPipe = () =>
  new StandardSchemaValidationPipe({
    exceptionFactory: (issues) => {
      const invalidFields = issues.map((issue) => ({
        path: (issue.path ?? []).map(pathKey).join('.'),
        message: issue.message,
      }));
      const reason = invalidFields
        .map(({ path, message }) => (path ? `${path}: ${message}` : message))
        .slice(0, 5)
        .join('; ');
      return errors.invalid({ reason }, { extras: { faults: invalidFields.slice(0, 20) } });
    },
  });

const pathKey = (part: PropertyKey | { key: PropertyKey }) => String(typeof part === 'object' ? part.key : part);

/** A JSON body of the given schema. */
export const Input = (schema: z.ZodType) => Body({ schema });
/** Query parameters of the given schema; a parameter given twice arrives as an array and is invalid. */
export const InputQuery = (schema: z.ZodType) => Query({ schema });
/** The `:id` of a route, which must be a UUID. */
export const Id = (name = 'id') => Param(name, { schema: z.uuid() });

const NOT_A_NAME = /[\u0000/]/;

/** One file name. The computer's agent validates more strictly; this refuses invalid names early. */
export const segment = z
  .string()
  .min(1, 'a name is missing')
  .max(255, 'a name has at most 255 bytes')
  .refine((name) => !NOT_A_NAME.test(name), 'a name cannot contain “/” or a null character')
  .refine((name) => name !== '.' && name !== '..', 'a name cannot be “.” or “..”')
  .refine((name) => name.isWellFormed(), 'a name must be valid Unicode')
  .refine((name) => Buffer.byteLength(name) <= 255, 'a name has at most 255 bytes');

/** A path: names of folders and file, starting at the root. */
export const segments = z
  .array(segment)
  .max(512, 'a path has at most 512 parts')
  .refine(
    (parts) => parts.reduce((sum, part) => sum + Buffer.byteLength(part) + 1, 0) <= 4096,
    'a path has at most 4,096 bytes',
  );

export const root = z.enum(['w', 's'], 'root must be “w” or “s”');
/** Also those of machines of the user's own. Only for requests that take care of them. */
export const anyRoot = z.union([root, z.templateLiteral(['m', z.uuid()])], 'root must be “w”, “s” or a machine');
/** A `Location` of @zo/proto/location, as requests have it. */
export const location = z.strictObject({ root, path: segments });
/** An `AnyLocation` of @zo/proto/location, as requests have it that take care of machines. */
export const anyLocation = z.strictObject({ root: anyRoot, path: segments });
/** A location in a response: names on the disk are returned without validation. */
export const anyLocationResponse = z
  .strictObject({ root: anyRoot, path: z.array(z.string()) })
  .meta({ id: 'AnyLocation' });
export const locationResponse = z.strictObject({ root, path: z.array(z.string()) }).meta({ id: 'Location' });
