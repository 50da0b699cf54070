import { DOMParser, type Element as XmlElement } from "@xmldom/xmldom";
import { strToU8, zipSync } from "fflate";
import { FitBaseType, FitEncoder } from "fit-file-parser/encoder";
import { expect, it } from "vitest";
import { TRAVEL_AREA } from "../../geo/rules";
import type { TravelFile } from "../rules";
import { readTravelFile } from "./rules";

const SEED = 20261128;
const PER_FILE = 500;

/** Deterministic random numbers (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const GPX = `<?xml version="1.0" encoding="UTF-8"?>
<gpx version="1.1" creator="ensaio" xmlns="http://www.topografix.com/GPX/1/1">
 <wpt lat="-28.3931" lon="-49.5500"><name>Mirante São João</name><desc>Vista</desc></wpt>
 <wpt lat="-28.3755" lon="-49.4021"><name>Café &amp; cia</name></wpt>
 <rte><rtept lat="-28.359" lon="-49.2914"><name>Orleans</name></rtept><rtept lat="-28.015" lon="-49.5917"/></rte>
 <trk><name>Volta</name><trkseg><trkpt lat="-28.359" lon="-49.2914"><ele>210</ele></trkpt>
 <trkpt lat="-28.3755" lon="-49.4021"><ele>480.5</ele></trkpt></trkseg><trkseg><trkpt lat="-28.2" lon="-49.38"/></trkseg></trk>
</gpx>
`;
const KML = `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>Serra</name>
 <Folder><Placemark><name>Urubici – Itá</name><Point><coordinates>-49.5917,-28.015,915</coordinates></Point></Placemark></Folder>
 <Placemark><LineString><coordinates>-49.2914,-28.359,210 -49.4021,-28.3755,480 -49.55,-28.3931,1420</coordinates></LineString></Placemark>
 <Placemark><gx:Track><gx:coord>-49.1 -28.1 5</gx:coord><gx:coord>-49.2 -28.2 6</gx:coord></gx:Track></Placemark>
</Document></kml>
`;
const trackpoint = (lat: string, lng: string) =>
  `<Trackpoint><Position><LatitudeDegrees>${lat}</LatitudeDegrees><LongitudeDegrees>${lng}</LongitudeDegrees></Position></Trackpoint>`;
const TCX = `<?xml version="1.0" encoding="UTF-8"?>
<TrainingCenterDatabase xmlns="http://www.garmin.com/xmlschemas/TrainingCenterDatabase/v2"><Courses><Course><Name>Serra</Name>
 <Track>${trackpoint("-28.359", "-49.2914")}${trackpoint("-28.3755", "-49.4021")}
 ${trackpoint("-28.3931", "-49.55")}</Track><CoursePoint><Name>Café</Name><Position><LatitudeDegrees>-28.3755</LatitudeDegrees>
 <LongitudeDegrees>-49.4021</LongitudeDegrees></Position></CoursePoint></Course></Courses></TrainingCenterDatabase>
`;

const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("utf8");

/** One kind of damage at a random place. */
function damaged(bytes: Uint8Array, random: () => number, isText: boolean): Uint8Array {
  const at = Math.floor(random() * bytes.length);
  const length = 1 + Math.floor(random() * 40);
  const byte = Math.floor(random() * 256);
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)];
  const kinds: (() => Uint8Array)[] = [
    () => before,
    () => Buffer.concat([before, after.subarray(length)]),
    () => bytes.with(at, bytes[at]! ^ (1 << (byte % 8))),
    () => bytes.with(at, byte),
    () => Buffer.concat([before, Uint8Array.of(byte), after]),
    () => Buffer.concat([before, after.subarray(0, length), after]),
    () =>
      Buffer.from(
        text(bytes).replace(/(\d)\.(\d)/g, (found, a: string, b: string) => (random() < 0.3 ? `${a},${b}` : found)),
      ),
    () => {
      const tags = [...text(bytes).matchAll(/<[^>]*>/g)];
      const tag = tags[Math.floor(random() * tags.length)]!;
      return Buffer.from(text(bytes).slice(0, tag.index) + text(bytes).slice(tag.index + tag[0].length));
    },
  ];
  const last = isText ? kinds.length : kinds.length - 2;
  return kinds[Math.floor(random() * last)]!();
}

/** The elements of a well-formed text by a second parser; null for a text with any defect. */
function strictly(file: string): XmlElement[] | null {
  try {
    const onError = (_level: string, message: string) => {
      throw new Error(message);
    };
    const document = new DOMParser({ onError }).parseFromString(
      // Prefixes that are not declared are no defect here.
      file.replace(/^[\s\uFEFF]+/, "").replace(/(<\/?)gx:/g, "$1"),
      "application/xml",
    );
    return [...document.getElementsByTagName("*")];
  } catch {
    return null;
  }
}

const local = ({ tagName }: XmlElement) => tagName.slice(tagName.lastIndexOf(":") + 1);
const inside = (element: XmlElement, name: string) =>
  [...element.getElementsByTagName("*")].find((child) => local(child) === name)?.textContent?.trim() ?? "";

/** Positions in a text, read without the product. */
function expectedPositions(elements: XmlElement[]): string[] {
  const of = (lat: string | null, lng: string | null) => `${Number(lat || "x")} ${Number(lng || "x")}`;
  return elements
    .flatMap((element): string[] => {
      const tag = local(element);
      if (["wpt", "rtept", "trkpt"].includes(tag))
        return [of(element.getAttribute("lat"), element.getAttribute("lon"))];
      if (tag === "Trackpoint" || tag === "CoursePoint")
        return [of(inside(element, "LatitudeDegrees"), inside(element, "LongitudeDegrees"))];
      const tuples =
        (tag === "coordinates"
          ? element.textContent
          : tag === "coord"
            ? element.textContent?.trim().replace(/\s+/g, ",")
            : "") ?? "";
      return tuples
        .replace(/\s*,\s*/g, ",")
        .split(/\s+/)
        .filter(Boolean)
        .map((tuple) => of(tuple.split(",")[1] ?? "", tuple.split(",")[0] ?? ""));
    })
    .toSorted();
}

const positionsOf = ({ lines, points }: TravelFile) =>
  [...lines.flatMap(({ parts }) => parts.flat()), ...points].map(({ lat, lng }) => `${lat} ${lng}`).toSorted();

it.each([
  ["GPX", GPX],
  ["KML", KML],
  ["TCX", TCX],
])(`none of ${PER_FILE} damaged %s files is misread in silence`, (_, source) => {
  const random = randomOf(SEED);
  const silent: { file: TravelFile; text: string }[] = [];
  let reported = 0;
  for (let number = 0; number < PER_FILE; number++) {
    const bytes = damaged(strToU8(source), random, true);
    const file = readTravelFile(bytes, TRAVEL_AREA);
    if ("problem" in file) continue;
    if (file.findings.length > 0) reported++;
    else silent.push({ file, text: text(bytes) });
  }
  const misread = silent.filter((one) => {
    const elements = strictly(one.text);
    return !elements || expectedPositions(elements).join() !== positionsOf(one.file).join();
  });
  expect(misread.map((one) => one.text)).toEqual([]);
  expect(reported).toBeGreaterThan(PER_FILE / 4);
});

/** A FIT file with a recorded line and a course point. */
function fitFile(): Uint8Array {
  const encoder = new FitEncoder({ protocolVersion: 0x20 });
  const position = (degrees: number) => Math.round((degrees * 2 ** 31) / 180);
  const degrees = (number: number, value: number) => ({
    number,
    size: 4,
    baseType: FitBaseType.Sint32,
    value: position(value),
  });
  encoder.writeMessage(0, [{ number: 0, size: 1, baseType: FitBaseType.Enum, value: 4 }]);
  for (const [lat, lng] of [
    [-28.359, -49.2914],
    [-28.3755, -49.4021],
    [-28.3931, -49.55],
  ] as const)
    encoder.writeMessage(20, [
      degrees(0, lat),
      degrees(1, lng),
      { number: 2, size: 2, baseType: FitBaseType.Uint16, value: (480 + 500) * 5 },
    ]);
  const name = FitEncoder.string("Café");
  encoder.writeMessage(
    32,
    [
      degrees(2, -28.3755),
      degrees(3, -49.4021),
      { number: 6, size: name.length, baseType: FitBaseType.String, value: name },
    ],
    1,
  );
  return encoder.close();
}

it("a FIT file has its line with altitudes and its points", () => {
  const { format, lines, points } = readTravelFile(fitFile(), TRAVEL_AREA) as TravelFile;
  expect([format, lines[0]?.parts[0]?.map(({ metres }) => metres), points[0]?.name]).toEqual([
    "fit",
    [480, 480, 480],
    "Café",
  ]);
  expect(lines[0]?.parts[0]?.[2]?.lat).toBeCloseTo(-28.3931, 6);
});

it.each([
  ["KMZ", zipSync({ "doc.kml": strToU8(KML) })],
  ["FIT", fitFile()],
])(`none of ${PER_FILE} damaged %s files is misread in silence`, (_, source) => {
  const random = randomOf(SEED);
  const original = readTravelFile(source, TRAVEL_AREA) as TravelFile;
  const read = Array.from({ length: PER_FILE }, () => readTravelFile(damaged(source, random, false), TRAVEL_AREA));
  const silent = read.flatMap((file) => ("problem" in file || file.findings.length > 0 ? [] : [positionsOf(file)]));
  expect(silent.filter((positions) => positions.join() !== positionsOf(original).join())).toEqual([]);
  expect(silent.length).toBeLessThan(PER_FILE / 2);
});
