import { afterEach, expect, it } from "vitest";
import { startOsrmDouble, type OsrmDouble } from "@/tests/support/osrm-double";
import type { LinePoint } from "../geo/lines";
import { nearestByServer, routeByServer } from "./osrm";

let double: OsrmDouble;
afterEach(() => double.close());

const FROM: LinePoint = [-10, -50];
const TO: LinePoint = [-10, -49];

it("reads road numbers, ferries and lengths of a route", async () => {
  double = await startOsrmDouble();
  const route = await routeByServer(`${double.url}/`, [FROM, TO, FROM], []);
  expect(double.requests).toEqual([
    "/route/v1/driving/-50,-10;-49,-10;-50,-10?overview=false&geometries=polyline&steps=true",
  ]);
  expect(route.legs.map(({ firstSection, endSection }) => [firstSection, endSection])).toEqual([
    [0, 4],
    [4, 8],
  ]);
  expect(route.sections.slice(0, 4).map(({ kind, ref, roadClass }) => [kind, ref, roadClass])).toEqual([
    ["join", null, "join"],
    ["road", "BR-1", "motorway"],
    ["ferry", null, "ferry"],
    ["join", null, "join"],
  ]);
  expect(route.km).toBeCloseTo(2 * (109.5 + 0.2), 0);
  expect(route.estimatedKm).toBeCloseTo(0.44, 2);
  expect(route.credits).toEqual(["© OpenStreetMap contributors"]);
});

it("excludes what the profile can exclude and names the rest", async () => {
  double = await startOsrmDouble();
  const route = await routeByServer(double.url, [FROM, TO], ["motorway", "ferry", "unpaved"]);
  expect(double.requests[0]).toContain("&exclude=motorway,ferry");
  expect(route.unavoidable).toEqual([]);
  expect(route.unsupported).toEqual(["unpaved"]);
});

it("repeats a request without a refused exclusion and returns what could not be avoided", async () => {
  double = await startOsrmDouble({ excludable: [] });
  const route = await routeByServer(double.url, [FROM, TO], ["ferry", "toll"]);
  expect(double.requests).toHaveLength(2);
  expect(route.unavoidable).toEqual([
    { kind: "ferry", km: expect.closeTo(54.8, 0) as number },
    { kind: "toll", km: expect.closeTo(54.5, 0) as number },
  ]);
});

it("finds the nearest road, and none in the sea", async () => {
  double = await startOsrmDouble();
  expect(await nearestByServer(double.url, FROM)).toEqual({
    lat: -9.999,
    lng: -50,
    km: 0.111,
    roadClass: "unknown",
    ref: "BR-1",
  });
  expect(double.requests).toEqual(["/nearest/v1/driving/-50,-10?number=1"]);
  expect(await nearestByServer(double.url, [-10, -29])).toBeNull();
});

it("reports the code of a refusal", async () => {
  double = await startOsrmDouble();
  await expect(routeByServer(double.url, [FROM, [-10, -29]], [])).rejects.toThrow(
    "failed: NoSegment Could not find a matching segment",
  );
});

it.each([
  ["text that is no JSON", "<html>"],
  ["another format", '{"code":"Ok","routes":[{}]}'],
])("fails on %s", async (_name, body) => {
  double = await startOsrmDouble({ body });
  await expect(routeByServer(double.url, [FROM, TO], [])).rejects.toMatchObject({ problem: "failed" });
});

it("fails when no server answers", async () => {
  double = await startOsrmDouble();
  const { url } = double;
  await double.close();
  await expect(routeByServer(url, [FROM, TO], [])).rejects.toMatchObject({ problem: "failed" });
});
