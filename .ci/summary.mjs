// Says what failed, and counts: the last line is `<passed> <failed>`.
import { readdirSync, readFileSync } from 'node:fs';

const RESULTS = '.test-results';
const LINES_OF_A_FAILURE = 25;

const firstLines = (text) => text.split('\n').slice(0, LINES_OF_A_FAILURE).join('\n');
let passed = 0;
let failed = 0;
for (const file of readdirSync(RESULTS)) {
  const result = JSON.parse(readFileSync(`${RESULTS}/${file}`, 'utf8'));
  passed += result.numPassedTests;
  failed += result.numFailedTests;
  for (const suite of result.testResults) {
    const failures = suite.assertionResults.filter(({ status }) => status === 'failed');
    for (const { fullName, failureMessages } of failures) {
      console.log(`failed: ${file}: ${suite.name}: ${fullName}\n${firstLines(failureMessages.join('\n'))}\n`);
    }
    if (suite.status === 'failed' && failures.length === 0) {
      failed += 1;
      console.log(`failed: ${file}: ${suite.name}\n${firstLines(suite.message)}\n`);
    }
  }
}
console.log(passed, failed);
