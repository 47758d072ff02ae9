// One line "ok" or "not ok" a file: no error and no warning of the Khronos validator.
//     node validate.mjs FILE.glb...
import fs from 'node:fs';
import path from 'node:path';
import validator from 'gltf-validator';

let number = 0, failures = 0;
for (const file of process.argv.slice(2)) {
  const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), { uri: path.basename(file), maxIssues: 100 });
  const { numErrors, numWarnings, messages } = report.issues, sound = numErrors === 0 && numWarnings === 0;
  console.log(`${sound ? 'ok' : 'not ok'} ${++number} - ${path.basename(file)}`);
  if (sound) continue;
  failures++;
  for (const message of messages.filter((m) => m.severity < 2).slice(0, 20)) console.log(`  ${message.code} ${message.pointer ?? ''}: ${message.message}`);
}
process.exit(failures > 0 ? 1 : 0);
