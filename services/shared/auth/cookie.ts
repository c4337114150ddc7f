/** Name of the session cookie. The prefix binds it to host and TLS; browsers refuse it on plain http. */
export function sessionCookieName(publicUrl: string): string {
  return publicUrl.startsWith('https:') ? '__Host-sid' : 'sid';
}
