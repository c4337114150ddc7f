/** At start, creates the owner from the configuration, or the token for the printed link. */
import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { loadOwnerConfig } from '../config.js';
import { ClaimToken } from './claim-token.js';
import { SignUpService } from './sign-up.service.js';

@Injectable()
export class FirstOwner implements OnApplicationBootstrap {
  constructor(
    private readonly signUp: SignUpService,
    private readonly claimToken: ClaimToken,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { claimed } = await this.signUp.setup();
    if (claimed) return this.claimToken.destroy();
    this.claimToken.ensure();
    const { ZO_OWNER_EMAIL: email, ZO_OWNER_PASSWORD: password, ZO_OWNER_HANDLE: handle } = loadOwnerConfig();
    if (!email || !password) return;
    const claim = { email: email.toLowerCase(), password, handle: handle ?? '', full_name: '' };
    try {
      await this.signUp.claim({ ...claim, token: this.claimToken.read() }, 'unattended start');
    } catch (error) {
      // Another process that starts at the same time may have created the owner.
      if (!(await this.signUp.setup()).claimed) throw error;
    }
  }
}
