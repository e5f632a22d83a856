/**
 * The number of generated cases of a test: `all` with `npm test -- --all-cases`, else `few`. A test whose cases take
 * more than about ten seconds has both.
 */
export const numberOfCases = (few: number, all: number): number =>
  process.env.TEST_ALL_CASES === 'true' ? all : few;
