/** `GET /healthz`: ready, or what is missing by name. */
export interface HealthCheck {
  readonly name: string;
  /** Resolves when fine; the error's message says what is missing. */
  readonly check: () => Promise<void>;
}

export interface Health {
  readonly ready: boolean;
  readonly missing?: string;
}

export async function checkHealth(checks: readonly HealthCheck[]): Promise<Health> {
  for (const { name, check } of checks) {
    try {
      await check();
    } catch (error) {
      return { ready: false, missing: `${name}: ${error instanceof Error ? error.message : String(error)}` };
    }
  }
  return { ready: true };
}
