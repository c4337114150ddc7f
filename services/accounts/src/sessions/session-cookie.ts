/** The session cookie, bound to this exact host if TLS is in use. */
import { Injectable } from '@nestjs/common';
import { sessionCookieName } from '@zo/auth';
import { Platform } from '@zo/bootstrap';

const MAX_AGE_S = 90 * 86_400;

@Injectable()
export class SessionCookie {
  private readonly name: string;
  private readonly attributes: string;

  constructor(platform: Platform) {
    this.name = sessionCookieName(platform.config.ZO_PUBLIC_URL);
    this.attributes = `Path=/; HttpOnly; SameSite=Lax${this.name.startsWith('__Host-') ? '; Secure' : ''}`;
  }

  set(value: string): string {
    return `${this.name}=${value}; Max-Age=${MAX_AGE_S}; ${this.attributes}`;
  }

  clear(): string {
    return `${this.name}=; Max-Age=0; ${this.attributes}`;
  }
}
