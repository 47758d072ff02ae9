// Plays moving scenes in three.js and compares every car with the rows of its recording, at the time of each row:
//     node play.mjs NAME FILE.glb ROWS.csv AXES...
// AXES says how rows become glTF's axes (y up, x to the left): below. Cars may be 2 cm and 0.5 degrees off.
import fs from 'node:fs';
import * as THREE from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

const [name, glb, csv, axes] = process.argv.slice(2);
const mostOff = 0.02, mostTurned = 0.5;

// Columns of each format, as docs/formats says: where a row is, and where its nose points.
const rowsOf = {
  vcr: { driver: 'driver', place: row => [row.x, row.y, row.z], nose: row => [-Math.sin(row.yaw), 0, -Math.cos(row.yaw)] },
  rply: { driver: 'car', place: row => [row.x, row.y, row.z], nose: row => [Math.sin(row.heading), 0, Math.cos(row.heading)] },
  raf: { place: row => [row.y, row.z, row.x], nose: row => [row.forward_y, row.forward_z, row.forward_x] },
}[axes];

const [head, ...lines] = fs.readFileSync(csv, 'utf8').trim().split('\n').map(line => line.split(','));
const rows = lines.map(line => Object.fromEntries(line.map((text, i) => [head[i], Number(text)])));
const bytes = fs.readFileSync(glb);
const file = await new GLTFLoader().parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), '');

const problems = [];
if (file.animations.length !== 1) problems.push(`${file.animations.length} animations`);
const clip = file.animations[0], start = clip.userData.start_time, cars = new Map();
file.scene.traverse(node => {
  if (node.userData.slot !== undefined) cars.set(node.userData.slot, node);
});
const mixer = new THREE.AnimationMixer(file.scene);
mixer.clipAction(clip).setLoop(THREE.LoopOnce).play();

const first = new Map();
for (const row of rows) {
  const slot = rowsOf.driver === undefined ? 0 : row[rowsOf.driver];
  if (!first.has(slot)) first.set(slot, row.time);
}
const nose = new THREE.Vector3();
let compared = 0, hidden = 0, off = 0, turned = 0, early = 0, at = -1;
for (const row of rows) {
  const time = row.time - start;
  if (time < 0 || time > clip.duration - 0.001) continue;
  if (time !== at) {
    mixer.setTime(at = time);
    for (const [slot, node] of cars)
      if (first.has(slot) && row.time < first.get(slot) - 0.001 && node.scale.x !== 0) early++;
  }
  const node = cars.get(rowsOf.driver === undefined ? 0 : row[rowsOf.driver]);
  if (node === undefined) continue;
  if (node.scale.x === 0) {
    hidden++;
    continue;
  }
  const place = rowsOf.place(row), way = new THREE.Vector3(...rowsOf.nose(row));
  off = Math.max(off, Math.hypot(node.position.x - place[0], node.position.y - place[1], node.position.z - place[2]));
  nose.set(0, 0, 1).applyQuaternion(node.quaternion);
  turned = Math.max(turned, THREE.MathUtils.radToDeg(nose.angleTo(way)));
  compared++;
}
const wanted = Number(process.argv[6] ?? 1), cars_wanted = Number(process.argv[7] ?? first.size);
if (cars.size !== cars_wanted) problems.push(`${cars.size} cars, not ${cars_wanted}`);
if (compared < wanted) problems.push(`only ${compared} rows compared`);
if (hidden > rows.length / 100) problems.push(`${hidden} rows while the car is hidden`);
if (early > 0) problems.push(`${early} times a car is seen before it is there`);
if (off > mostOff) problems.push(`${off} m off`);
if (turned > mostTurned) problems.push(`${turned} degrees off`);
console.log(`${problems.length === 0 ? 'ok' : 'not ok'} - ${name} in three.js: ${compared} places, ${off.toFixed(4)} m and ${turned.toFixed(3)} degrees off at most`);
for (const problem of problems) console.log(`  ${problem}`);
process.exit(problems.length > 0 ? 1 : 0);
