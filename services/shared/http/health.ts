/** Readiness: whether all checks pass, or the name of the first that fails. */
export interface HealthCheck {
  readonly name: string;
  /** Resolves if healthy. @throws with an error whose message says what is missing */
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
