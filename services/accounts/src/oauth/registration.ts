/** Dynamic client registration (RFC 7591): any program may introduce itself, and gains nothing by it. */
import { Injectable } from '@nestjs/common';
import { knownScopes } from '@zo/auth';
import { Platform } from '@zo/bootstrap';
import { Database } from '@zo/db';
import { z } from 'zod';
import { OAuthClient } from './oauth-client.entity.js';
import { refusal } from './oauth-errors.js';
import { OAuthRepository } from './oauth.repository.js';
import { returnAddressOf } from './redirects.js';

/** How long a registration waits for its first user. */
const UNUSED_MS = 24 * 3_600_000;
const MAX_NAME = 80;
const NO_NAME = 'Unnamed program';
/** Controls, directions of text and what has no width: a name must not be able to rearrange the sentence around it. */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Marks that quote, and those that look like them: a name must not be able to end the quotation it stands in. */
const QUOTES =
  /[\p{Quotation_Mark}\u{60}\u{b4}\u{2b9}-\u{2bf}\u{2dd}\u{2ee}\u{5f4}\u{2032}-\u{2037}\u{2057}\u{275b}-\u{2760}\u{3003}\u{1f676}-\u{1f678}]+/gu;

/** Members that are not named here are ignored, as the RFC asks. */
const metadata = z.object({
  redirect_uris: z.array(z.string()).min(1).max(10),
  client_name: z.string().max(1_000).optional(),
  grant_types: z.array(z.string().max(100)).max(10).optional(),
  response_types: z.array(z.string().max(100)).max(10).optional(),
  scope: z.string().max(2_000).optional(),
});

export const clientInformation = z.strictObject({
  client_id: z.uuid(),
  client_id_issued_at: z.number().int(),
  client_name: z.string(),
  redirect_uris: z.array(z.string()),
  grant_types: z.array(z.string()),
  response_types: z.array(z.string()),
  token_endpoint_auth_method: z.literal('none'),
  scope: z.string().optional(),
});

@Injectable()
export class Registration {
  private readonly site: URL;

  constructor(
    private readonly database: Database,
    private readonly oauth: OAuthRepository,
    platform: Platform,
  ) {
    this.site = new URL(platform.config.ZO_PUBLIC_URL);
  }

  /**
   * Registers a public client, whichever way of authentication it asks for: a secret in a program is none. @throws
   * oauth.refused
   */
  async register(body: unknown): Promise<z.infer<typeof clientInformation>> {
    const { data } = metadata.safeParse(body);
    if (!data) throw refusal('invalid_client_metadata', 'The metadata of the client cannot be read.');
    if (data.grant_types && !data.grant_types.includes('authorization_code'))
      throw refusal('invalid_client_metadata', 'Only the grant type authorization_code is supported.');
    if (data.response_types && !data.response_types.includes('code'))
      throw refusal('invalid_client_metadata', 'Only the response type code is supported.');
    if (!data.redirect_uris.every((redirect) => returnAddressOf(redirect, this.site)))
      throw refusal(
        'invalid_redirect_uri',
        'A redirect address is https, http on loopback, or has a scheme of its own; at most 512 characters.',
      );
    const client = Object.assign(new OAuthClient(), {
      id: crypto.randomUUID(),
      name: nameOf(data.client_name),
      redirectUris: data.redirect_uris,
      createdAt: new Date(),
      confirmedAt: null,
      expiresAt: new Date(Date.now() + UNUSED_MS),
    });
    await this.database.acrossTenants(async (tx) => {
      await this.oauth.sweep(tx);
      await this.oauth.insertClient(tx, client);
    });
    return {
      client_id: client.id,
      client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
      client_name: client.name,
      redirect_uris: client.redirectUris,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...(data.scope !== undefined && { scope: knownScopes(data.scope.split(' ')).join(' ') }),
    };
  }
}

function nameOf(given = ''): string {
  const plain = given.replace(INVISIBLE, '').replace(QUOTES, "'").replace(/\s+/g, ' ').trim();
  return Array.from(plain).slice(0, MAX_NAME).join('') || NO_NAME;
}
