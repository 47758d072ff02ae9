// What the tests in JavaScript share: one line a case, "ok" or "not ok" first; how a program ends.
import assert from 'node:assert/strict';

let cases = 0, failures = 0;

/** A case that passes when `work` does not throw. */
export async function test(name, work) {
  cases++;
  try {
    await work();
    console.log(`ok ${cases} - ${name}`);
  } catch (reason) {
    failures++;
    console.log(`not ok ${cases} - ${name}\n  ${String(reason.stack ?? reason).replaceAll('\n', '\n  ')}`);
  }
}

export function skip(name, why) {
  cases++;
  console.log(`ok ${cases} - ${name} # SKIP ${why}`);
}

/** What `work` throws has this code, and more where `expected` says. */
export async function fails(code, work, expected = {}) {
  try {
    await work();
  } catch (error) {
    assert.equal(error.name, 'PaddockError', error.stack);
    assert.deepEqual({ code: error.code, ...Object.fromEntries(Object.keys(expected).map((key) => [key, error[key]])) }, { code, ...expected });
    return error;
  }
  assert.fail(`nothing was thrown where ${code} was expected`);
}

export function end() {
  if (cases === 0) console.log('not ok 0 - no case ran');
  process.exitCode = cases === 0 || failures > 0 ? 1 : 0;
}
