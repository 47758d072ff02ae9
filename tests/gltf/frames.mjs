// Plays the animated bitmaps of a track in three.js: at each time each of them shows one frame, with the picture that the
// track's table `frames` has for it; without playing it is the first:
//     node frames.mjs NAME FILE.glb FRAMES.csv PROPS
// PROPS is how many props animate.
import fs from 'node:fs';
import * as THREE from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

const [name, glb, csv, wanted] = process.argv.slice(2);
const [head, ...lines] = fs.readFileSync(csv, 'utf8').trim().split('\n').map(line => line.split(','));
const rows = lines.map(line => Object.fromEntries(line.map((text, i) => [head[i], text])));
const types = new Map(); // by the picture of the first frame
for (const row of rows) {
  const first = rows.find(each => each.prop_type === row.prop_type).image;
  types.set(first, [...(types.get(first) ?? []), row]);
}
const bytes = fs.readFileSync(glb), loader = new GLTFLoader();
let json;
// Pictures are not decoded here: which one it is, is enough.
loader.register(parser => {
  json = parser.json;
  return { name: 'no pictures', loadTexture: index => Promise.resolve(Object.assign(new THREE.Texture(), { name: json.images[json.textures[index].source].name })) };
});
const file = await loader.parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), '');

const problems = [], groups = new Map();
file.scene.traverse(node => {
  if (!/^frame_?\s?\d+/.test(node.name)) return;
  groups.set(node.parent, [...(groups.get(node.parent) ?? []), node]);
});
const picture = node => node.material?.map?.name ?? node.children[0]?.material?.map?.name;
const shown = frames => frames.filter(frame => frame.scale.x !== 0 && frame.scale.y !== 0 && frame.scale.z !== 0);
let looks = 0;
function look(time) {
  for (const [parent, frames] of groups) {
    const type = types.get(picture(frames[0])), seen = shown(frames);
    if (type === undefined) {
      problems.push(`${parent.name} shows ${picture(frames[0])}, which no type begins with`);
      continue;
    }
    const expected = type[Math.floor(time / Number(type[0].interval)) % type.length].image;
    if (frames.length !== type.length || seen.length !== 1 || picture(seen[0]) !== expected) problems.push(`at ${time} s ${parent.name} shows ${seen.map(picture)}, not ${expected}`);
    looks++;
  }
}
look(0);
if (file.animations.length !== 1) problems.push(`${file.animations.length} animations`);
const mixer = new THREE.AnimationMixer(file.scene);
mixer.clipAction(file.animations[0]).play(); // over and over
const shortest = Math.min(...rows.map(row => Number(row.interval)));
for (let time = shortest / 2; time < 3 * file.animations[0].duration; time += shortest / 2) {
  if (Math.abs((time / shortest) % 1) < 0.01) continue; // where one gives way to the next
  mixer.setTime(time);
  look(time % file.animations[0].duration);
}
if (groups.size !== Number(wanted)) problems.push(`${groups.size} props animate, not ${wanted}`);
console.log(`${problems.length === 0 ? 'ok' : 'not ok'} - ${name} in three.js: ${groups.size} animated props, ${looks} looks`);
for (const problem of problems.slice(0, 10)) console.log(`  ${problem}`);
process.exit(problems.length > 0 ? 1 : 0);
