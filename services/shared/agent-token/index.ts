/**
 * How callers prove themselves to the agent of a computer: JSON Web Tokens (RFC 7519, HS256) that are good for a minute and
 * for one instance of it. The secret they are signed with is never sent, because an address may be another computer's by now.
 */
import { errors, jwtVerify, SignJWT } from 'jose';

const ALGORITHM = 'HS256';
const LIFETIME_S = 60;
const RENEWED_MS = 30_000;
/** Nodes of a cluster do not agree on the time to the second. */
const SKEW_S = 10;
const MAX_KNOWN = 100;

/** Known to the agent and to those who may call it. */
export interface AgentIdentity {
  /** UID of its pod, where it is one; else the computer's id. */
  readonly instance: string;
  readonly secret: string;
}

const keyOf = (secret: string) => new TextEncoder().encode(secret);

/** Signs for one agent; a token is used for half its life. */
export class AgentTokenIssuer {
  private recent?: { readonly token: string; readonly signedAt: number };

  constructor(private readonly identity: AgentIdentity) {}

  /** Value of the `authorization` header. */
  async bearer(): Promise<string> {
    const age = Date.now() - (this.recent?.signedAt ?? 0);
    // Negative where the clock was set back.
    if (!this.recent || age < 0 || age > RENEWED_MS) {
      const { instance, secret } = this.identity;
      const token = new SignJWT()
        .setProtectedHeader({ alg: ALGORITHM })
        .setAudience(instance)
        .setIssuedAt()
        .setExpirationTime(`${LIFETIME_S}s`);
      this.recent = { token: await token.sign(keyOf(secret)), signedAt: Date.now() };
    }
    return `Bearer ${this.recent.token}`;
  }
}

/** The agent's side. */
export class AgentTokenVerifier {
  /** Until when those that were checked are good, in Unix milliseconds. */
  private readonly known = new Map<string, number>();

  constructor(private readonly identity: AgentIdentity) {}

  /** True for a token that was signed for this very instance and has not expired. */
  async accepts(authorization: string | undefined): Promise<boolean> {
    const token = /^Bearer (.+)$/i.exec(authorization ?? '')?.[1];
    if (!token) return false;
    if ((this.known.get(token) ?? 0) > Date.now()) return true;
    try {
      const options = {
        algorithms: [ALGORITHM],
        audience: this.identity.instance,
        requiredClaims: ['exp'],
        clockTolerance: SKEW_S,
      };
      const { payload } = await jwtVerify(token, keyOf(this.identity.secret), options);
      if (this.known.size >= MAX_KNOWN) this.known.clear();
      this.known.set(token, payload.exp! * 1_000);
      return true;
    } catch (error) {
      if (error instanceof errors.JOSEError) return false;
      throw error;
    }
  }
}
