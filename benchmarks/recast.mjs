// Answers questions on a set of Detour's tiles with npm's recast-navigation: prints the microseconds and the length of each.
// node recast.mjs TILES QUESTIONS FOLDER, where each line of the second file is x y x y. It is run by `benchmarks/recast.py`.
import { readFileSync } from "fs";
import { join } from "path";
import { pathToFileURL } from "url";

const [, , tiles, questions, folder] = process.argv;
const home = join(folder, "node_modules", "recast-navigation", "index.mjs");
const { init, importNavMesh, NavMeshQuery } = await import(pathToFileURL(home));
await init();
const query = new NavMeshQuery(importNavMesh(new Uint8Array(readFileSync(tiles))).navMesh, { maxNodes: 65535 });
const asked = readFileSync(questions, "utf8").trim().split("\n").map((line) => line.split(" ").map(Number));
for (const isWarm of [false, true])
  for (const [x, z, toX, toZ] of asked) {
    const [start, end] = [{ x, y: 0, z }, { x: toX, y: 0, z: toZ }];
    const near = { halfExtents: { x: 0.01, y: 1, z: 0.01 } };
    const [from, to] = [query.findNearestPoly(start, near).nearestRef, query.findNearestPoly(end, near).nearestRef];
    const began = process.hrtime.bigint();
    const polygons = query.findPath(from, to, start, end, { maxPathPolys: 8192 }).polys;
    const { straightPath, straightPathCount } = query.findStraightPath(start, end, polygons, { maxStraightPathPoints: 8192 });
    const micro = Number(process.hrtime.bigint() - began) / 1000;
    const at = (point) => [straightPath.get(3 * point), straightPath.get(3 * point + 2)];
    let length = 0;
    for (let point = 1; point < straightPathCount; point++)
      length += Math.hypot(at(point)[0] - at(point - 1)[0], at(point)[1] - at(point - 1)[1]);
    const [endX, endZ] = at(straightPathCount - 1);
    if (isWarm) console.log(micro, Math.hypot(endX - toX, endZ - toZ) < 0.01 ? length : -1);
  }
