/** Files in the structure that other programs write; written for these tests, not copied from a program. */
export type Dialect = { name: string; body: Buffer; becomes: { stops: string[] } | { refused: string } };

const LAGES = [-27.82, -50.33] as const;
const PAINEL = [-27.93, -50.1] as const;
const URUBICI = [-28.01, -49.59] as const;
type Point = readonly [lat: number, lng: number];

const gpx11 = (body: string, more = "") =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="ensaio" xmlns="http://www.topografix.com/GPX/1/1"${more}>${body}</gpx>`;
const point = (tag: string, [lat, lng]: Point, inside = "") => `<${tag} lat="${lat}" lon="${lng}">${inside}</${tag}>`;
const named = (tag: string, at: Point, name: string) => point(tag, at, `<name>${name}</name>`);
const track = (points: readonly Point[], inside: string) => points.map((at) => point("trkpt", at, inside)).join("");
const text = (body: string) => Buffer.from(body, "utf8");

/** A straight line with a point about every 100 metres. */
const line = (count: number): Point[] =>
  Array.from({ length: count }, (_, index) => {
    const share = index / (count - 1);
    const between = (axis: 0 | 1) => LAGES[axis] + (URUBICI[axis] - LAGES[axis]) * share;
    return [Number(between(0).toFixed(6)), Number(between(1).toFixed(6))];
  });

const FILE_POINT = "Ponto do arquivo";
const NOT_GPX = "Este arquivo não é GPX, KML, KMZ, TCX nem FIT.";
const WEB_PAGE = "Este arquivo é uma página da internet";
const EMPTY = "O arquivo não tem pontos nem linha.";
const OUTSIDE = "Todos os pontos do arquivo ficam fora da área do mapa.";
const TOO_BIG = "O arquivo é grande demais";

export const DIALECTS: readonly Dialect[] = [
  {
    name: "garmin-trackpoint-extensions.gpx",
    body: text(
      gpx11(
        `<trk><name>Serra</name><trkseg>${track(line(300), "<ele>900</ele><time>2026-05-01T12:00:00Z</time><extensions><ns3:TrackPointExtension><ns3:hr>90</ns3:hr></ns3:TrackPointExtension></extensions>")}</trkseg></trk>`,
        ' xmlns:ns3="http://www.garmin.com/xmlschemas/TrackPointExtension/v1"',
      ),
    ),
    becomes: { stops: [FILE_POINT, FILE_POINT] },
  },
  {
    name: "basecamp-route-with-shaping-points.gpx",
    body: text(
      gpx11(
        `${named("wpt", URUBICI, "Urubici")}${named("wpt", LAGES, "Lages")}<rte><name>Serra</name>${[
          ["Lages", LAGES],
          ["", PAINEL],
          ["Urubici", URUBICI],
        ]
          .map(([name, at]) =>
            point(
              "rtept",
              at as Point,
              `<name>${name as string}</name><extensions><gpxx:RoutePointExtension><gpxx:rpt lat="-27.9" lon="-50"/></gpxx:RoutePointExtension></extensions>`,
            ),
          )
          .join("")}</rte>`,
        ' xmlns:gpxx="http://www.garmin.com/xmlschemas/GpxExtensions/v3"',
      ),
    ),
    becomes: { stops: ["Lages", `Passando por ${FILE_POINT}`, "Urubici"] },
  },
  {
    name: "prefixed-namespace.gpx",
    body: text(
      `<?xml version="1.0"?><g:gpx version="1.1" xmlns:g="http://www.topografix.com/GPX/1/1"><g:wpt lat="${LAGES[0]}" lon="${LAGES[1]}"><g:name>Lages</g:name></g:wpt><g:wpt lat="${URUBICI[0]}" lon="${URUBICI[1]}"><g:name>Urubici</g:name></g:wpt></g:gpx>`,
    ),
    becomes: { stops: ["Lages", "Urubici"] },
  },
  {
    name: "gpx-1.0.gpx",
    body: text(
      `<?xml version="1.0"?><gpx version="1.0" creator="ensaio" xmlns="http://www.topografix.com/GPX/1/0"><time>2026-05-01T12:00:00Z</time><bounds minlat="-28" minlon="-51" maxlat="-27" maxlon="-49"/><rte><name>Serra</name>${named("rtept", LAGES, "Lages")}${named("rtept", URUBICI, "Urubici")}</rte></gpx>`,
    ),
    becomes: { stops: ["Lages", "Urubici"] },
  },
  {
    name: "without-namespace-and-version.gpx",
    body: text(`<gpx>${named("wpt", LAGES, "Lages")}${named("wpt", URUBICI, "Urubici")}</gpx>`),
    becomes: { stops: ["Lages", "Urubici"] },
  },
  {
    name: "waypoints-without-names.gpx",
    body: text(gpx11(point("wpt", LAGES) + point("wpt", URUBICI, "<ele>915</ele>"))),
    becomes: { stops: [FILE_POINT, FILE_POINT] },
  },
  {
    name: "one-waypoint.gpx",
    body: text(gpx11(named("wpt", LAGES, "Lages"))),
    becomes: { stops: ["Lages"] },
  },
  {
    name: "several-segments-and-tracks.gpx",
    body: text(
      gpx11(
        `<trk><trkseg>${track(line(300).slice(0, 100), "")}</trkseg><trkseg/><trkseg>${track(line(300).slice(110, 200), "")}</trkseg></trk><trk><trkseg>${track(line(300).slice(200), "")}</trkseg></trk>`,
      ),
    ),
    becomes: { stops: [FILE_POINT, FILE_POINT] },
  },
  {
    name: "byte-order-mark.gpx",
    body: Buffer.concat([
      Buffer.from([0xef, 0xbb, 0xbf]),
      text(gpx11(named("wpt", LAGES, "Praça João Ribeiro") + named("wpt", URUBICI, "Urubici"))),
    ]),
    becomes: { stops: ["Praça João Ribeiro", "Urubici"] },
  },
  {
    name: "latin-1.gpx",
    body: Buffer.from(
      gpx11(named("wpt", LAGES, "Praça João Ribeiro") + named("wpt", URUBICI, "Urubici")).replace(
        "UTF-8",
        "ISO-8859-1",
      ),
      "latin1",
    ),
    becomes: { stops: ["Praça João Ribeiro", "Urubici"] },
  },
  {
    name: "utf-16.gpx",
    body: Buffer.concat([
      Buffer.from([0xff, 0xfe]),
      Buffer.from(
        gpx11(named("wpt", LAGES, "Praça") + named("wpt", URUBICI, "Urubici")).replace("UTF-8", "UTF-16"),
        "utf16le",
      ),
    ]),
    becomes: { stops: ["Praça", "Urubici"] },
  },
  {
    name: "missing-and-wrong-positions.gpx",
    body: text(
      gpx11(
        `${named("wpt", LAGES, "Lages")}<wpt lon="-50"><name>Sem lat</name></wpt><wpt lat="x" lon="y"><name>Letras</name></wpt><wpt lat="" lon=""/>${named("wpt", URUBICI, "Urubici")}`,
      ),
    ),
    becomes: { stops: ["Lages", "Urubici"] },
  },
  {
    name: "route-without-names.gpx",
    body: text(gpx11(`<rte>${[LAGES, PAINEL, URUBICI].map((at) => point("rtept", at)).join("")}</rte>`)),
    becomes: { stops: [FILE_POINT, `Passando por ${FILE_POINT}`, FILE_POINT] },
  },
  {
    name: "markup-in-names.gpx",
    body: text(
      gpx11(
        named("wpt", LAGES, "<![CDATA[Bar <b>do Zé</b> & cia]]>") +
          named("wpt", URUBICI, "&lt;script&gt;x&lt;/script&gt;"),
      ),
    ),
    becomes: { stops: ["Bar <b>do Zé</b> & cia", "<script>x</script>"] },
  },
  {
    name: "60,000-points.gpx",
    body: text(gpx11(`<trk><trkseg>${track(line(60_000), "<ele>900</ele>")}</trkseg></trk>`)),
    becomes: { stops: [FILE_POINT, FILE_POINT] },
  },
  {
    name: "truncated.gpx",
    body: text(gpx11(named("wpt", LAGES, "Lages")).slice(0, -30)),
    becomes: { stops: [FILE_POINT] },
  },
  {
    name: "sign-in-page.gpx",
    body: text("<!doctype html><html><head><title>Login</title></head><body><p>Entre</body></html>"),
    becomes: { refused: WEB_PAGE },
  },
  {
    name: "entities.gpx",
    body: text(
      `<?xml version="1.0"?><!DOCTYPE gpx [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><gpx version="1.1">${named("wpt", LAGES, "&b;")}</gpx>`,
    ),
    becomes: { stops: ["&b;"] },
  },
  { name: "other-xml.gpx", body: text("<?xml version='1.0'?><rss><channel/></rss>"), becomes: { refused: NOT_GPX } },
  { name: "nothing.gpx", body: Buffer.alloc(0), becomes: { refused: EMPTY } },
  { name: "no-points.gpx", body: text(gpx11("<metadata/><trk><trkseg/></trk>")), becomes: { refused: EMPTY } },
  {
    name: "abroad.gpx",
    body: text(gpx11(named("wpt", [46.05, 14.5], "Ljubljana") + named("wpt", [45.81, 15.98], "Zagreb"))),
    becomes: { refused: OUTSIDE },
  },
  {
    name: "more-than-10-mb.gpx",
    body: text(gpx11(`${named("wpt", LAGES, "Lages")}<!--${"x".repeat(11 * 1024 * 1024)}-->`)),
    becomes: { refused: TOO_BIG },
  },
];
