/**
 * How often a test with random faults repeats itself.
 * @param usual in every run of the tests
 * @param full before a release, with `npm test -- --full`
 */
export const repetitions = (usual: number, full: number): number =>
  process.env['ZO_TEST_FULL'] === '1' ? full : usual;
