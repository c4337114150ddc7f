/** What the API asks for and answers, by the name of the operation: `Answer<'Tree.write'>`, `Asked<'Tree.write'>`. */
import type { operations } from './schema';

export type * from './schema';
type Operation = keyof operations;
type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type Success<T> =
  T extends Record<200, infer A> ? A : T extends Record<201, infer A> ? A : T extends Record<202, infer A> ? A : never;

/** JSON that a successful call answers. */
export type Answer<Name extends Operation> = Json<Success<operations[Name]['responses']>>;
/** JSON a call takes. */
export type Asked<Name extends Operation> = operations[Name] extends { requestBody: infer Body } ? Json<Body> : never;
