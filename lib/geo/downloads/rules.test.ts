// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { creditsOf, gpxOf, kmlOf, lineAuthors, type RouteFile } from "./rules";

const HOSTILE = `A & B <c> "d" 'e' ]]> \u0000\u0008\ud800 fim`;

const route: RouteFile = {
  name: "Serra & Mar",
  description: HOSTILE,
  url: "https://example.org/sc/rota/serra?a=1&b=2",
  updatedAt: "2026-01-02T03:04:05+00:00",
  stops: [
    { name: "Orleans", note: "", kind: "town", lat: -28.359, lng: -49.2914 },
    { name: HOSTILE, note: "Vista <ampla>", kind: "view", lat: -28.393, lng: -49.55 },
    { name: "Sem posição", note: "", kind: "stop", lat: null, lng: null },
  ],
  track: [],
  credits: null,
};

/** Parses strictly, so that invalid XML fails the test. */
function parse(xml: string): Document {
  const document = new DOMParser().parseFromString(xml, "application/xml");
  expect(document.getElementsByTagName("parsererror")).toHaveLength(0);
  return document;
}

const texts = (document: Document, tag: string) =>
  [...document.getElementsByTagName(tag)].map((node) => node.textContent);

describe("gpxOf", () => {
  const document = parse(gpxOf(route));

  it("lists the located stops as waypoints and as a route, in order, without a track", () => {
    for (const tag of ["wpt", "rtept"]) {
      const points = [...document.getElementsByTagName(tag)].map((node) => [
        node.getAttribute("lat"),
        node.getAttribute("lon"),
      ]);
      expect(points).toEqual([
        ["-28.359", "-49.2914"],
        ["-28.393", "-49.55"],
      ]);
    }
    expect(document.getElementsByTagName("rte")).toHaveLength(1);
    expect(document.getElementsByTagName("trk")).toHaveLength(0);
  });

  it("keeps all texts after escaping", () => {
    expect(texts(document, "name")).toEqual([
      "Serra & Mar",
      "Orleans",
      `A & B <c> "d" 'e' ]]>  fim`,
      "Serra & Mar",
      "Orleans",
      `A & B <c> "d" 'e' ]]>  fim`,
    ]);
    expect(texts(document, "time")).toEqual(["2026-01-02T03:04:05.000Z"]);
  });

  it("writes the elements of a route in the order of the schema", () => {
    const order = [...document.documentElement.children].map(({ tagName }) => tagName);
    expect(order).toEqual(["metadata", "wpt", "wpt", "rte"]);
  });
});

describe("a recorded GPS track", () => {
  const recorded: RouteFile = {
    ...route,
    track: [
      [
        [-28.359, -49.2914],
        [-28.37, -49.4],
        [-28.393, -49.55],
      ],
    ],
  };

  it("is a track in GPX, after the route", () => {
    const document = parse(gpxOf(recorded));
    expect([...document.getElementsByTagName("trkpt")].map((node) => node.getAttribute("lon"))).toEqual([
      "-49.2914",
      "-49.4",
      "-49.55",
    ]);
    expect([...document.documentElement.children].map(({ tagName }) => tagName)).toEqual([
      "metadata",
      "wpt",
      "wpt",
      "rte",
      "trk",
    ]);
  });

  it("is the line in KML", () => {
    expect(texts(parse(kmlOf(recorded, "Traçado gravado")), "coordinates").at(-1)).toBe(
      "-49.2914,-28.359,0 -49.4,-28.37,0 -49.55,-28.393,0",
    );
  });
});

describe("a line with a gap", () => {
  const interrupted: RouteFile = {
    ...route,
    track: [
      [
        [-28.359, -49.2914],
        [-28.37, -49.4],
      ],
      [
        [-28.39, -49.5],
        [-28.393, -49.55],
      ],
    ],
    credits: {
      author: "© OpenStreetMap contributors",
      licence: "ODbL 1.0",
      licenceUrl: "https://opendatacommons.org/licenses/odbl/1-0/",
    },
  };

  it("has one segment per continuous part in GPX", () => {
    const segments = [...parse(gpxOf(interrupted)).getElementsByTagName("trkseg")];
    expect(segments.map((node) => node.getElementsByTagName("trkpt").length)).toEqual([2, 2]);
  });

  it("has one line per continuous part in KML", () => {
    const document = parse(kmlOf(interrupted, "Traçado"));
    expect(document.getElementsByTagName("LineString")).toHaveLength(2);
    expect(document.getElementsByTagName("MultiGeometry")).toHaveLength(1);
  });

  it("names its authors and licence in both files", () => {
    const gpx = parse(gpxOf(interrupted));
    expect(gpx.getElementsByTagName("copyright")[0]?.getAttribute("author")).toBe("© OpenStreetMap contributors");
    expect(texts(gpx, "license")).toEqual(["https://opendatacommons.org/licenses/odbl/1-0/"]);
    expect(texts(gpx, "desc")[0]).toContain("© OpenStreetMap contributors, ODbL 1.0.");
    const kml = parse(kmlOf(interrupted, "Traçado"));
    expect(texts(kml, "atom:name")).toEqual(["© OpenStreetMap contributors"]);
    expect(texts(kml, "description")[0]).toContain("ODbL 1.0");
  });
});

describe("kmlOf", () => {
  it("marks the stops and connects them with a named line", () => {
    const document = parse(kmlOf(route, "Ligação reta entre paradas"));
    expect(texts(document, "coordinates")).toEqual([
      "-49.2914,-28.359,0",
      "-49.55,-28.393,0",
      "-49.2914,-28.359,0 -49.55,-28.393,0",
    ]);
    expect(texts(document, "name").at(-1)).toBe("Ligação reta entre paradas");
  });

  it("draws no line for a single stop", () => {
    const document = parse(kmlOf({ ...route, stops: route.stops.slice(0, 1) }, "Linha"));
    expect(document.getElementsByTagName("LineString")).toHaveLength(0);
  });
});

describe("credits of lines", () => {
  const OSM = { name: "© OpenStreetMap contributors", url: "https://www.openstreetmap.org/copyright" };
  const OMT = { name: "© OpenMapTiles", url: "https://openmaptiles.org/" };

  it.each([
    ["tiles of N, NE and CO", ["osm"], [OSM, OMT]],
    ["tiles of S and SE", ["omt", "dnit"], [OSM, OMT, { name: "DNIT (SNV)" }]],
    ["OpenStreetMap without tiles", ["vic", "osm-catalog"], [OSM]],
    ["a switched source only", ["sie-sc"], [{ name: "SIE-SC" }]],
    ["no source", [], []],
  ])("name the authors of %s", (_, sources, authors) => {
    expect(lineAuthors(sources)).toEqual(authors);
  });

  it("are in files with the licence of OpenStreetMap, if the line is derived from it", () => {
    expect(creditsOf(["osm", "dnit"])).toMatchObject({
      author: "© OpenStreetMap contributors, © OpenMapTiles, DNIT (SNV)",
      licence: "ODbL 1.0",
    });
    expect(creditsOf(["dnit"])).toMatchObject({ author: "DNIT (SNV)", licence: "dados abertos" });
    expect(creditsOf([])).toBeNull();
  });
});
