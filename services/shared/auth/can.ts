/** The one access question: may this user act on all of these resources? */
import type { Actor, Ctx } from './context.js';
import { defineErrors, errors } from '@zo/errors';
import type { Scope } from './scopes.js';

export const authErrors = defineErrors('auth', {
  personOnly: [403, 'A program cannot do this with a token. Sign in and do it yourself.'],
  scopeMissing: [403, 'This token has no “{scope}” scope. Make one that has it in Settings › Programs.'],
});

/** What a route asks of a caller: a scope, any token, or a person with a session. */
export type Need = Scope | 'token' | 'person';

interface Caller {
  readonly actor: Actor;
  readonly scopes?: readonly Scope[];
}

export interface Owned {
  readonly userId: string;
}

/** Users act only on their own resources; nothing can be shared yet. */
export function can(ctx: Ctx, resources: readonly (Owned | null | undefined)[]): boolean {
  return resources.every((resource) => resource != null && resource.userId === ctx.userId);
}

/** Returns the resource. @throws http.not_found both if it is absent and if it belongs to another user */
export function owned<T extends Owned>(ctx: Ctx, resource: T | null | undefined): T {
  if (!can(ctx, [resource])) throw errors.notFound();
  return resource as T;
}

/** @throws http.not_found unless the user is the owner of this installation */
export function requireOwner(ctx: Ctx): void {
  if (!ctx.owner) throw errors.notFound();
}

/** Whether the caller may use a route. Sessions may use all but what is made for tokens only; the default is no. */
export function permits({ actor, scopes = [] }: Caller, need: Need): boolean {
  if (actor !== 'api') return need !== 'token';
  return need === 'token' || (need !== 'person' && scopes.includes(need));
}

/** @throws auth.person_only, auth.scope_missing */
export function requireScope(caller: Caller, need: Need): void {
  if (permits(caller, need)) return;
  throw need === 'person' || need === 'token' ? authErrors.personOnly() : authErrors.scopeMissing({ scope: need });
}

/** For what no program may do, whatever its scopes. @throws auth.person_only */
export function requirePerson(ctx: Caller): void {
  requireScope(ctx, 'person');
}
