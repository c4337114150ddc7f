/** The one access question: may this person do this to all of these things? */
import type { Ctx } from './context.js';
import { errors } from '@zo/errors';

export interface Owned {
  readonly userId: string;
}

/** Owners act on what is theirs; nothing is shared yet, so there is no other way to say yes. */
export function can(ctx: Ctx, resources: readonly (Owned | null | undefined)[]): boolean {
  return resources.every((resource) => resource != null && resource.userId === ctx.userId);
}

/** The thing itself, or the same 404 whether it is absent or somebody else's. */
export function owned<T extends Owned>(ctx: Ctx, resource: T | null | undefined): T {
  if (!can(ctx, [resource])) throw errors.notFound();
  return resource as T;
}

/** @throws http.not_found unless the person set this installation up. */
export function requireOwner(ctx: Ctx): void {
  if (!ctx.owner) throw errors.notFound();
}
