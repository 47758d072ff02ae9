// A moving scene as a picture, drawn by three.js in Chromium:  node picture.mjs FILE.glb OUT.png
//     node picture.mjs --compare ONE.png OTHER.png   fails where they look otherwise, at an eighth of their size
// BROWSER_MODULE is tests/web/browser.mjs. Run where node_modules has three.
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const { Browser } = await import(pathToFileURL(process.env.BROWSER_MODULE));
const here = path.dirname(fileURLToPath(import.meta.url));
const size = { width: 960, height: 540 };

// Cars 45 s after the scene begins, when they are still close; the camera is behind the last of them.
const page = `<!doctype html><meta charset=utf-8><style>body{margin:0;overflow:hidden;background:#d3dae5}
canvas{display:block}span{position:absolute;font:600 13px system-ui,sans-serif;transform:translate(-50%,-100%);color:#222;background:#fffc;padding:1px 5px;border-radius:3px}</style>
<script type=importmap>{"imports":{"three":"/three/build/three.module.js"}}</script><script type=module>
import * as THREE from 'three';
import { GLTFLoader } from '/three/examples/jsm/loaders/GLTFLoader.js';
const { scene, animations } = await new GLTFLoader().loadAsync('/scene.glb');
const mixer = new THREE.AnimationMixer(scene);
mixer.clipAction(animations[0]).play();
mixer.setTime(TIME);
scene.updateMatrixWorld(true);
const cars = [];
scene.traverse(node => { if (node.userData.slot !== undefined && node.scale.x > 0) cars.push(node); });
const ahead = node => new THREE.Vector3(0, 0, 1).applyQuaternion(node.quaternion);
// The car that has most others within 60 m ahead of it.
const others = node => cars.filter(each => { const to = each.position.clone().sub(node.position); return each !== node && to.length() < 60 && to.dot(ahead(node)) > 0; }).length;
const last = cars.reduce((best, node) => others(node) > others(best) ? node : best);
const way = ahead(last), left = new THREE.Vector3(way.z, 0, -way.x);
const camera = new THREE.PerspectiveCamera(42, innerWidth / innerHeight, 0.5, 4000);
camera.position.copy(last.position).addScaledVector(way, -11).addScaledVector(left, 5).add(new THREE.Vector3(0, 5.5, 0));
camera.lookAt(last.position.clone().addScaledVector(way, 14));
camera.updateMatrixWorld(true);
scene.add(new THREE.HemisphereLight(0xffffff, 0x777788, 1.6));
const sun = new THREE.DirectionalLight(0xffffff, 2.2);
sun.position.set(40, 80, -30);
scene.add(sun);
const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
renderer.setClearColor(0xd3dae5);
document.body.append(renderer.domElement);
renderer.render(scene, camera);
for (const car of cars) {
  const at = car.position.clone().add(new THREE.Vector3(0, 1.9, 0)).project(camera);
  if (car.position.distanceTo(camera.position) > 90 || Math.abs(at.x) > 0.95 || Math.abs(at.y) > 0.95 || at.z > 1) continue;
  const name = document.createElement('span');
  name.textContent = car.userData.driver;
  name.style.left = (at.x + 1) / 2 * innerWidth + 'px';
  name.style.top = (1 - at.y) / 2 * innerHeight + 'px';
  document.body.append(name);
}
document.documentElement.dataset.cars = cars.length;
</script>`.replace('TIME', process.env.PICTURE_TIME ?? '45');

// Module scripts need an address that is no file's.
function serve(glb) {
  const server = http.createServer((request, response) => {
    const name = new URL(request.url, 'http://localhost').pathname;
    const module = name.startsWith('/three/') && path.join(here, 'node_modules', path.normalize(name));
    const body = name === '/' ? page : name === '/scene.glb' ? fs.readFileSync(glb) : module && fs.existsSync(module) ? fs.readFileSync(module) : undefined;
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': name === '/' ? 'text/html' : module ? 'text/javascript' : 'application/octet-stream' });
    response.end(body);
  });
  return new Promise(resolve => server.listen(0, '127.0.0.1', () => resolve(server)));
}

async function draw(browser, glb, out) {
  const server = await serve(glb);
  const tab = await browser.open(`http://127.0.0.1:${server.address().port}/`, size);
  await tab.until(() => document.documentElement.dataset.cars > 0);
  await tab.drawn();
  await tab.picture(out);
  server.close();
}

async function differ(browser, one, other) {
  const tab = await browser.open('about:blank');
  const pictures = [one, other].map(file => fs.readFileSync(file).toString('base64'));
  return tab.evaluate(async given => {
    const small = [];
    for (const each of given) {
      const image = new Image();
      image.src = `data:image/png;base64,${each}`;
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: 120, height: 68 }), context = canvas.getContext('2d');
      context.imageSmoothingQuality = 'high';
      context.drawImage(image, 0, 0, 120, 68);
      small.push(context.getImageData(0, 0, 120, 68).data);
    }
    return small[0].filter((value, i) => Math.abs(value - small[1][i]) > 40).length / small[0].length;
  }, pictures);
}

const browser = await Browser.start();
let status = 0;
if (process.argv[2] === '--compare') {
  const far = await differ(browser, process.argv[3], process.argv[4]);
  if (!(far < 0.02)) {
    console.log(`${(100 * far).toFixed(1)} % of it look otherwise`);
    status = 1;
  }
} else await draw(browser, process.argv[2], process.argv[3]);
await browser.close();
process.exit(status);
