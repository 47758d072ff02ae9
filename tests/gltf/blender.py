# What Blender makes of a moving scene (tests/gltf/blender.sh calls it):
#     blender -b --factory-startup --python-exit-code 1 --python blender.py -- SCENE.glb POSES.csv [OUT.png]
# Every car must be there by its driver's name, move, and be where the rows of the recording (time,driver,x,y,z,yaw of a VCR)
# have it: 2 cm and half a degree. OUT.png is a picture of the cars, 45 s after the scene begins.
import csv
import math
import sys

import numpy

if not hasattr(numpy, "bool"):
    numpy.bool = bool  # Blender 3.4 asks for this name, which numpy 1.24 no longer has: Debian 12 has both
import bpy
from mathutils import Vector

MOST_OFF, MOST_TURNED, PICTURE_TIME = 0.02, 0.5, 45.0
scene_file, rows_file, *picture = sys.argv[sys.argv.index("--") + 1 :]

bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=scene_file)
scene = bpy.context.scene
cars = {node["slot"]: node for node in scene.objects if "slot" in node}
with open(rows_file, newline="") as file:
    rows = list(csv.DictReader(file))
start = min(float(row["time"]) for row in rows)


def go_to(seconds):
    frame = seconds * scene.render.fps
    scene.frame_set(int(frame), subframe=frame - int(frame))


def compare():
    compared, off, turned = 0, 0.0, 0.0
    moments = {}
    for row in rows:
        moments.setdefault(float(row["time"]), []).append(row)
    for time in list(moments)[::20]:
        go_to(time - start)
        for row in moments[time]:
            car = cars[int(row["driver"])]
            if car.scale.x == 0:
                continue
            # y is up in the file, and z in Blender: (x, y, z) there is (x, -z, y) here
            place = Vector((float(row["x"]), -float(row["z"]), float(row["y"])))
            yaw = float(row["yaw"])
            nose = car.matrix_world.to_3x3() @ Vector((0, -1, 0))
            off = max(off, (car.matrix_world.translation - place).length)
            turned = max(turned, math.degrees(nose.angle(Vector((-math.sin(yaw), math.cos(yaw), 0)))))
            compared += 1
    return compared, off, turned


def draw(out):
    go_to(PICTURE_TIME)
    there = [car for car in cars.values() if car.scale.x > 0]
    ahead = lambda car: (car.matrix_world.to_3x3() @ Vector((0, -1, 0))).normalized()
    to = lambda car, other: other.matrix_world.translation - car.matrix_world.translation
    others = lambda car: sum(0 < to(car, other).length < 60 and to(car, other).dot(ahead(car)) > 0 for other in there)
    last = max(there, key=others)
    way, up, at = ahead(last), Vector((0, 0, 1)), last.matrix_world.translation
    camera = bpy.data.objects.new("camera", bpy.data.cameras.new("camera"))
    camera.data.angle = math.radians(60)
    camera.location = at - 11 * way + 5 * up.cross(way) + 5.5 * up
    camera.rotation_euler = (at + 14 * way - camera.location).to_track_quat("-Z", "Y").to_euler()
    sun = bpy.data.objects.new("sun", bpy.data.lights.new("sun", "SUN"))
    sun.data.energy, sun.rotation_euler = 4.5, (math.radians(50), 0, math.radians(30))
    white = bpy.data.materials.new("name")
    white.use_nodes = True
    nodes = white.node_tree.nodes
    white.node_tree.links.new(nodes.new("ShaderNodeEmission").outputs[0], nodes["Material Output"].inputs[0])
    for car in there:
        if to(last, car).length > 90:
            continue
        words = bpy.data.curves.new("name", "FONT")
        words.body, words.align_x, words.size = car["driver"], "CENTER", 0.028 * (car.location - camera.location).length
        words.materials.append(white)
        label = bpy.data.objects.new("name", words)
        label.location, label.rotation_euler = car.location + 1.9 * up, camera.rotation_euler
        scene.collection.objects.link(label)
    world = scene.world = bpy.data.worlds.new("sky")
    world.use_nodes = True
    world.node_tree.nodes["Background"].inputs[0].default_value = (0.13, 0.22, 0.36, 1)
    for thing in (camera, sun):
        scene.collection.objects.link(thing)
    scene.camera, scene.render.engine, scene.view_settings.view_transform = camera, "CYCLES", "Standard"
    scene.cycles.device, scene.cycles.samples, scene.cycles.use_denoising = "CPU", 32, False
    scene.render.resolution_x, scene.render.resolution_y, scene.render.filepath = 640, 360, out
    scene.render.image_settings.color_mode = "RGB"
    bpy.ops.render.render(write_still=True)


problems = []
drivers = {int(row["driver"]) for row in rows}
if set(cars) != drivers:
    problems.append(f"cars {sorted(cars)}, not {sorted(drivers)}")
for car in cars.values():
    if car.name != car["driver"]:
        problems.append(f"{car['driver']} is called {car.name}")
    if car.animation_data is None or car.animation_data.action is None:
        problems.append(f"{car.name} does not move")
compared, off, turned = compare()
if compared < len(rows) / 40 or off > MOST_OFF or turned > MOST_TURNED:
    problems.append("cars are elsewhere")
print(f"Blender {bpy.app.version_string}: {len(cars)} cars, {compared} places, {off:.4f} m and {turned:.3f} degrees off at most")
if picture:
    draw(picture[0])
for problem in problems:
    print(f"problem: {problem}")
sys.exit(1 if problems else 0)
