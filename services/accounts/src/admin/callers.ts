/** Authenticates and authorises callers; the cluster decides both. */
import type { Kube } from '@zo/kube';
import { accountErrors } from '../errors.js';

/** A permission on a virtual resource. No such objects exist, but cluster roles can grant permissions on them. */
export interface Permission {
  readonly verb: 'get' | 'update';
  readonly resource: 'outbox' | 'dlq' | 'credits' | 'passwordlinks';
}

const GROUP = 'compute.zo.internal';

export class Callers {
  constructor(private readonly kube: Kube) {}

  /** Returns the name of the caller. @throws accounts.caller_unknown, accounts.caller_forbidden */
  async authorize(token: string, { verb, resource }: Permission): Promise<string> {
    const { authentication, authorization } = this.kube;
    if (!token) throw accountErrors.callerUnknown();
    const { status } = await authentication.createTokenReview({ body: { spec: { token } } });
    const { username: user, uid, groups, extra } = status?.user ?? {};
    if (!status?.authenticated || !user) throw accountErrors.callerUnknown();
    const body = { spec: { user, uid, groups, extra, resourceAttributes: { group: GROUP, verb, resource } } };
    const review = await authorization.createSubjectAccessReview({ body });
    if (!review.status?.allowed) throw accountErrors.callerForbidden({ who: user, verb, resource });
    return user;
  }
}
