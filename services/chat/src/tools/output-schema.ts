/** Checks an answer by a JSON Schema that a model wrote. */
import { z } from 'zod';
import { ToolError } from './tool-errors.js';

const MAX_SCHEMA = 20_000;
const MAX_PROBLEMS = 5;
/** Words with which a schema could take for ever. */
const FORBIDDEN = new Set(['pattern', 'patternProperties', 'propertyNames', '$ref', '$dynamicRef', 'format']);

/** @throws ToolError if the schema cannot be used */
export function checkerOf(given: Readonly<Record<string, unknown>>): {
  readonly schema: string;
  /** What is wrong with an answer; undefined if nothing is. */
  readonly problemsOf: (answer: string) => string | undefined;
} {
  const schema = JSON.stringify(given);
  if (schema.length > MAX_SCHEMA) throw new ToolError(`The schema is longer than ${MAX_SCHEMA} characters.`, 'invalid');
  const forbidden = wordsIn(given).find((word) => FORBIDDEN.has(word));
  if (forbidden) throw new ToolError(`Leave ${forbidden} out of the schema.`, 'invalid');
  const check = readSchema(given);
  return { schema, problemsOf: (answer) => problems(check, answer) };
}

function readSchema(given: Readonly<Record<string, unknown>>): z.ZodType {
  try {
    return z.fromJSONSchema(given);
  } catch (error) {
    throw new ToolError(`The schema cannot be read: ${(error as Error).message}`, 'invalid');
  }
}

function problems(check: z.ZodType, answer: string): string | undefined {
  let value: unknown;
  try {
    value = JSON.parse(jsonIn(answer));
  } catch (error) {
    return `It is not JSON: ${(error as Error).message}`;
  }
  const found = check.safeParse(value).error?.issues.slice(0, MAX_PROBLEMS);
  return found?.map(({ path, message }) => `${path.join('.') || 'the value'}: ${message}`).join('; ');
}

/** The keys of all objects of the schema that are not names of properties. */
function wordsIn(schema: unknown, isNames = false): string[] {
  if (Array.isArray(schema)) return schema.flatMap((item) => wordsIn(item));
  if (schema === null || typeof schema !== 'object') return [];
  return Object.entries(schema).flatMap(([key, value]) => [
    ...(isNames ? [] : [key]),
    ...wordsIn(value, !isNames && key === 'properties'),
  ]);
}

/** The data in an answer: models put a fence round it. */
export const jsonIn = (answer: string): string =>
  /^\s*```(?:json)?\n([\s\S]*?)\n```\s*$/.exec(answer)?.[1] ?? answer.trim();
