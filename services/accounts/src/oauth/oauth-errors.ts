/** Errors in the form that clients of OAuth read (RFC 6749, 5.2). */
import { defineErrors, type ServiceError } from '@zo/errors';

export type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata';

const errors = defineErrors('oauth', {
  refused: [400, '{reason}'],
  clientUnknown: [401, '{reason}'],
});

/** @param reason a sentence in ASCII, as the RFC asks */
export function refusal(error: OAuthError, reason: string): ServiceError {
  const make = error === 'invalid_client' ? errors.clientUnknown : errors.refused;
  return make(
    { reason },
    { extras: { error, error_description: reason }, headers: { 'content-type': 'application/json; charset=utf-8' } },
  );
}
