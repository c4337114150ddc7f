/** Request and response types by operation name: `Asked<'Tree.write'>`, `Answer<'Tree.write'>`. */
import type { operations } from './schema';

export type * from './schema';
type Operation = keyof operations;
type Json<T> = T extends { content: { 'application/json': infer Body } } ? Body : never;
type Success<T> =
  T extends Record<200, infer A> ? A : T extends Record<201, infer A> ? A : T extends Record<202, infer A> ? A : never;

/** JSON body of a successful response. */
export type Answer<Name extends Operation> = Json<Success<operations[Name]['responses']>>;
/** JSON body of a request. */
export type Asked<Name extends Operation> = operations[Name] extends { requestBody: infer Body } ? Json<Body> : never;
