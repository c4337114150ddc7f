/**
 * Authenticates callers to the agent of a computer with JSON Web Tokens (RFC 7519, HS256), valid for one minute and one
 * instance of the agent. The signing secret is never sent, because an address may meanwhile belong to another computer.
 */
import { errors, jwtVerify, SignJWT } from 'jose';

const ALGORITHM = 'HS256';
const LIFETIME_S = 60;
const RENEWED_MS = 30_000;
/** Tolerated clock difference: the nodes of a cluster do not agree to the second. */
const SKEW_S = 10;
const MAX_KNOWN = 100;

/** Shared by the agent and its permitted callers. */
export interface AgentIdentity {
  /** UID of the agent's pod, or the computer's id where it does not run in a pod. */
  readonly instance: string;
  readonly secret: string;
}

const keyOf = (secret: string) => new TextEncoder().encode(secret);

/** Signs tokens for one agent and reuses each for half its lifetime. */
export class AgentTokenIssuer {
  private recent?: { readonly token: string; readonly signedAt: number };

  constructor(private readonly identity: AgentIdentity) {}

  /** Value of the `authorization` header. */
  async bearer(): Promise<string> {
    const age = Date.now() - (this.recent?.signedAt ?? 0);
    // The age is negative after the clock was set back.
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

/** Verifies tokens on the agent's side. */
export class AgentTokenVerifier {
  /** Tokens that passed the check, with their expiry in Unix milliseconds. */
  private readonly known = new Map<string, number>();

  constructor(private readonly identity: AgentIdentity) {}

  /** Returns true for a token that was signed for this instance and has not expired. */
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
