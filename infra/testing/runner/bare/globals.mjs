// What `@jest/globals` exports to test files in bare Node.
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test } = globalThis;
