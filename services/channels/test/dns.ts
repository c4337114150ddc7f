/** The DNS of these tests: domains that sign with a key, allow an address to send, or say nothing. */
import { generateKeyPairSync } from 'node:crypto';
import type { Resolve } from '../src/inbound/authenticity.js';

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
export const DKIM = {
  keySelector: 'k',
  privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
};
const key = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');

/** `example.org` lets this machine send; `example.com` signs; `example.net` says nothing. */
const RECORDS: Readonly<Record<string, string>> = {
  'k._domainkey.example.com': `v=DKIM1; k=rsa; p=${key}`,
  '_dmarc.example.com': 'v=DMARC1; p=reject',
  'example.com': 'v=spf1 -all',
  '_dmarc.example.org': 'v=DMARC1; p=reject',
  'example.org': 'v=spf1 ip4:127.0.0.1 -all',
  // Of somebody who may send for this domain, and forges the author.
  'evil.example': 'v=spf1 ip4:127.0.0.1 -all',
};

export const dns: { readonly resolve: Resolve; isDown: boolean } = {
  isDown: false,
  resolve: (domain, type) => {
    if (dns.isDown) return Promise.reject(Object.assign(new Error('timeout'), { code: 'ETIMEOUT' }));
    const record = type === 'TXT' ? RECORDS[domain] : undefined;
    if (record === undefined) return Promise.reject(Object.assign(new Error('none'), { code: 'ENOTFOUND' }));
    return Promise.resolve([[record]]);
  },
};
