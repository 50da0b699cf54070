import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { TRAVEL_AREA } from "../../geo/rules";
import type { Finding } from "../../imports/rules";
import type { TravelFile } from "../rules";
import { readTravelFile, type Refused } from "./rules";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string | Uint8Array) => readTravelFile(typeof text === "string" ? bytes(text) : text, TRAVEL_AREA);
const whole = (text: string | Uint8Array): TravelFile => {
  const file = read(text);
  if ("problem" in file) throw new Error(file.problem);
  return file;
};
const reasons = ({ findings }: { findings: Finding[] }) => findings.map(({ reason, count }) => `${reason} ${count}`);
const shape = ({ lines, points }: TravelFile) => [
  lines.map(({ kind, parts }) => `${kind} ${parts.map(({ length }) => length).join("+")}`),
  points.map(({ name, lat, lng }) => `${name} ${lat} ${lng}`),
];
const gpx = (body: string, head = '<?xml version="1.0" encoding="UTF-8"?>') =>
  `${head}\n<gpx version="1.1">\n${body}\n</gpx>`;
const wpt = (lat: string, lng: string, name: string) => `<wpt lat="${lat}" lon="${lng}"><name>${name}</name></wpt>`;
const trkpt = (lat: string, lng: string, inside = "") => `<trkpt lat="${lat}" lon="${lng}">${inside}</trkpt>`;
const TRACK = [
  ["-28.359", "-49.2914"],
  ["-28.3755", "-49.4021"],
  ["-28.3931", "-49.55"],
  ["-28.015", "-49.5917"],
] as const;
const trk = `<trk><trkseg>${TRACK.map(([lat, lng]) => trkpt(lat, lng, "<ele>210</ele>")).join("")}</trkseg></trk>`;
const kml = (body: string) => `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${body}</Document></kml>`;
const LINE = kml(
  "<Placemark><LineString><coordinates>-49.29,-28.35,5 -49.4,-28.37,6</coordinates></LineString></Placemark>",
);
const MARK = kml("<Placemark><name>Mirante</name><Point><coordinates>-49.5,-28.4,0</coordinates></Point></Placemark>");

describe("XML of other programs is read whole", () => {
  it.each([
    [
      "names with a prefix",
      gpx(trk)
        .replace(/<(\/?)(\w)/g, "<$1ns2:$2")
        .replace("<ns2:?xml", "<?xml"),
    ],
    [
      "prefixes that are not declared",
      gpx(`<extensions><gpxtrkx:Stats><gpxtrkx:Km>5</gpxtrkx:Km></gpxtrkx:Stats></extensions>${trk}`),
    ],
    ["a declared encoding that is wrong", gpx(trk, '<?xml version="1.0" encoding="utf-16"?>')],
    ["a DOCTYPE", gpx(trk, '<?xml version="1.0"?><!DOCTYPE gpx>')],
    [
      "a web page in a description",
      gpx(`<metadata><desc><![CDATA[<!DOCTYPE html><html><body>x</body></html>]]></desc></metadata>${trk}`),
    ],
    ["GPX 1.0", gpx(trk).replace("1.1", "1.0")],
    ["no namespace and blank lines before the declaration", `\n \n${gpx(trk)}`],
  ])("%s", (_, text) => {
    const file = whole(text);
    expect(shape(file)).toEqual([["track 4"], []]);
    expect(file.findings).toEqual([]);
  });

  it("names a defect with its line and reads the rest", () => {
    const file = whole(gpx(`${wpt("-28.3590", "-49.2914", "Caf&#xFFFF;")}\n${wpt("-28.0150", "-49.5917", "Urubici")}`));
    expect(file.points.map(({ name }) => name)).toEqual(["Caf&#xFFFF;", "Urubici"]);
    expect(file.findings).toMatchObject([{ effect: "changed", reason: "characters", count: 1, places: [{ line: 3 }] }]);
  });

  it("expands no entity of a DOCTYPE", () => {
    const head = '<?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY a SYSTEM "file:///etc/passwd">]>';
    const file = whole(gpx(wpt("-28.3590", "-49.2914", "&a;"), head));
    expect(file.points[0]?.name).toBe("&a;");
  });

  it("reads a file that ends too early up to there, and reports it", () => {
    const file = whole(gpx(trk).slice(0, -60));
    expect(file.lines[0]?.parts[0]?.length).toBe(3);
    expect(reasons(file)[0]).toMatch(/^damaged/);
  });

  it("reads points behind a stray end tag", () => {
    const file = whole(gpx(`<trk><trkseg>${trkpt("-28.1", "-49.1")}</trkpx>${trkpt("-28.2", "-49.2")}</trkseg></trk>`));
    expect(file.lines.flatMap(({ parts }) => parts.flat())).toHaveLength(2);
    expect(reasons(file).some((text) => text.startsWith("damaged"))).toBe(true);
  });
});

describe("values of other programs", () => {
  it("reads decimal commas and reports them", () => {
    const file = whole(gpx(trk.replace(/(\d)\.(\d)/g, "$1,$2")));
    expect(file.lines[0]?.parts[0]?.map(({ lat, lng }) => [lat, lng])).toEqual(TRACK.map((point) => point.map(Number)));
    expect(reasons(file)).toEqual(["comma 8"]);
  });

  it.each([
    ["no position", '<wpt lon="-49"/>', "position 1"],
    ["letters", wpt("x", "y", "Letras"), "position 1"],
    ["a number with rest", wpt("-28.3 S", "-49.2", "Rest"), "position 1"],
    ["impossible degrees", wpt("-98", "-49", "Longe"), "position 1"],
    ["0, 0", wpt("0.0", "0", "Zero"), "zero 1"],
    ["Ushuaia", wpt("-54.801", "-68.303", "Ushuaia"), "outside 1"],
    ["a misspelt element", '<wtp lat="-28" lon="-49"/>', "element 1"],
  ])("leaves out %s with its reason", (_, point, reason) => {
    const file = whole(gpx(`${wpt("-28.359", "-49.2914", "Orleans")}${point}`));
    expect(file.points).toHaveLength(1);
    expect(reasons(file)).toEqual([reason]);
  });

  it("names the points outside the area", () => {
    const route = ["-27.595,-48.548,Florianópolis", "-34.603,-58.381,Buenos Aires", "-54.801,-68.303,Ushuaia"]
      .map((text) => text.split(","))
      .map(([lat, lng, name]) => `<rtept lat="${lat}" lon="${lng}"><name>${name}</name></rtept>`);
    const file = whole(gpx(`<rte>${route.join("")}</rte>`));
    expect(shape(file)[0]).toEqual(["route 2"]);
    expect(file.findings[0]?.places[0]).toMatchObject({ element: "Ushuaia", value: "-54.8010 -68.3030" });
  });

  it("leaves out a point of a recording that jumps far away and back, but no turning point", () => {
    const dense = Array.from({ length: 40 }, (_, index) => trkpt(String(-28 - index / 1000), "-49"));
    const line = (points: string[]) => whole(gpx(`<trk><trkseg>${points.join("")}</trkseg></trk>`));
    expect(reasons(line(dense.with(20, trkpt("-21", "-49"))))).toEqual(["jump 1"]);
    expect(line([dense[0]!, trkpt("-21", "-49"), dense[0]!]).findings).toEqual([]);
  });

  it("reads 60 points as 60 points", () => {
    const points = Array.from({ length: 60 }, (_, index) => wpt(String(-28 - index / 100), "-49", `Parada ${index}`));
    expect(whole(gpx(points.join(""))).points).toHaveLength(60);
  });
});

describe("KML", () => {
  it("reads blanks between the numbers, nested folders and tracks of Google Earth", () => {
    const spaced = LINE.replaceAll(",", ", ");
    expect(shape(whole(spaced))).toEqual(shape(whole(LINE)));
    const track = kml(
      "<Folder><Folder><Placemark><name>x</name><gx:MultiTrack><gx:Track><gx:coord>-49 -28 5</gx:coord><gx:coord></gx:coord><gx:coord>-49.1 -28 5</gx:coord></gx:Track></gx:MultiTrack></Placemark></Folder></Folder>",
    );
    expect([shape(whole(track))[0], reasons(whole(track))]).toEqual([["track 2"], ["position 1"]]);
  });

  it("names what becomes neither stop nor line", () => {
    const others =
      "<Placemark><name>Sem lugar</name></Placemark><NetworkLink><name>Rede</name></NetworkLink><Placemark><Polygon/></Placemark><GroundOverlay><name>Mapa</name></GroundOverlay>";
    const file = whole(MARK.replace("</Document>", `${others}</Document>`));
    expect(reasons(file).toSorted()).toEqual(["geometry 2", "link 1", "position 1"]);
  });

  it("turns the markup of a description into text", () => {
    const described = MARK.replace("<Point>", "<description><![CDATA[<b>Vista</b><br>da serra]]></description><Point>");
    expect(whole(described).points[0]?.note).toBe("Vista da serra");
  });
});

describe("KMZ", () => {
  const kmz = (files: Record<string, string>) =>
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
  it("reads the KML files that Google My Maps packs, and no picture", () => {
    const file = whole(kmz({ "images/icon-1.png": "x", "doc.kml": MARK, "layer.kml": LINE }));
    expect(shape(file)).toEqual([["track 2"], ["Mirante -28.4 -49.5"]]);
    expect(file.findings).toEqual([]);
  });

  it.each([
    ["a spreadsheet", kmz({ "[Content_Types].xml": "<Types/>", "xl/workbook.xml": "<x/>" }), "sheet"],
    ["an archive without recordings", kmz({ "a.txt": "x" }), "format"],
    [
      "an archive with a changed byte",
      kmz({ "doc.kml": MARK }).map((byte, at) => (at === 60 ? byte ^ 1 : byte)),
      "damaged",
    ],
    ["the start of an archive", kmz({ "doc.kml": MARK }).slice(0, 90), "damaged"],
    ["a bomb", zipSync({ "doc.kml": new Uint8Array(70 * 1024 * 1024) }), "tooBig"],
  ])("refuses %s", (_, archive, problem) => {
    expect(read(archive)).toMatchObject({ problem });
  });
});

describe("a file that is not read has a reason", () => {
  it.each<[string, string | Uint8Array, Refused["problem"]]>([
    ["nothing", new Uint8Array(), "empty"],
    ["no points", gpx("<trk><trkseg/></trk>"), "empty"],
    ["other XML", "<rss><channel/></rss>", "format"],
    ["a text", "olá", "format"],
    ["a sign-in page", "<!doctype html><html><p>Entre</html>", "page"],
    ["points elsewhere", gpx(wpt("46.05", "14.5", "Ljubljana")), "outside"],
    ["a defect before the first point", gpx("<trk><trkseg>").slice(0, 70), "damaged"],
    ["more than 10 MB", new Uint8Array(10 * 1024 * 1024 + 1), "tooBig"],
  ])("%s", (_, text, problem) => {
    expect(read(text)).toMatchObject({ problem });
  });
});
