/** The one access question: may this user act on all of these resources? */
import type { Ctx } from './context.js';
import { errors } from '@zo/errors';

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
