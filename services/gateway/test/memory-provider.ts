/** What an MCP client keeps while it signs in by OAuth. */
import type {
  OAuthClientInformationMixed,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  OAuthTokens,
} from '@modelcontextprotocol/client';
import { CALLBACK } from '../../../infra/testing/product/oauth-client.js';

/** Keeps in memory what a client keeps on its disk. */
export class MemoryProvider implements OAuthClientProvider {
  readonly redirectUrl = CALLBACK;
  /** Where the client sent its person last. */
  asked?: URL;
  information?: OAuthClientInformationMixed;
  kept?: OAuthTokens;
  private verifier = '';
  private discovered?: OAuthDiscoveryState;

  get clientMetadata(): OAuthClientMetadata {
    return { client_name: 'Test client', redirect_uris: [CALLBACK] };
  }
  state(): string {
    return 'the state';
  }
  clientInformation(): OAuthClientInformationMixed | undefined {
    return this.information;
  }
  saveClientInformation(information: OAuthClientInformationMixed): void {
    this.information = information;
  }
  tokens(): OAuthTokens | undefined {
    return this.kept;
  }
  saveTokens(tokens: OAuthTokens): void {
    this.kept = tokens;
  }
  redirectToAuthorization(address: URL): void {
    this.asked = address;
  }
  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }
  codeVerifier(): string {
    return this.verifier;
  }
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.discovered = state;
  }
  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovered;
  }
  invalidateCredentials(scope: string): void {
    if (scope === 'all' || scope === 'tokens') this.kept = undefined;
    if (scope === 'all' || scope === 'client') this.information = undefined;
  }
}
