import { describe, expect, it } from "vitest";
import { openRecording, type OpenedRecording, type ReadRecording } from "./recording-file";

const wpt = (name: string) => `<wpt lat="-28.3" lon="-49.4">${name && `<name>${name}</name>`}</wpt>`;
const points = (tag: string, count: number) =>
  Array.from({ length: count }, (_, index) => `<${tag} lat="${-28 - index / 10}" lon="-49"/>`).join("");
const reasonsOf = (opened: OpenedRecording) =>
  "problem" in opened ? opened.problem : opened.findings.map(({ reason, count }) => `${reason} ${count}`);
const read = (body: string) => openRecording(new File([`<gpx version="1.1">${body}</gpx>`], "rota.gpx"), "pt-BR");
const open = async (body: string) => reasonsOf(await read(body));

it.each([
  ["a point without a name", wpt("") + wpt("Mirante"), ["name 1"]],
  ["points above the limit", Array.from({ length: 103 }, (_, index) => wpt(`P${index}`)).join(""), ["many 3"]],
  [
    "a planned route beside a recording",
    `<rte>${points("rtept", 3)}</rte><trk><trkseg>${points("trkpt", 3)}</trkseg></trk>`,
    ["route 1"],
  ],
  ["nothing", `<rte>${points("rtept", 3)}</rte>${wpt("Mirante")}`, []],
])("names %s that a route of the guide does not take", async (_, body, reasons) => {
  expect(await open(body)).toEqual(reasons);
});

it("shows why a file is refused", async () => expect(await open("")).toBe("empty"));

describe("a file with several lines", () => {
  const trk = (name: string, count: number) =>
    `<trk><name>${name}</name><trkseg>${points("trkpt", count)}</trkseg></trk>`;
  const rte = (name: string, count: number) => `<rte><name>${name}</name>${points("rtept", count)}</rte>`;
  type Several = ReadRecording & OpenedRecording;
  const several = async (body: string) => (await read(body)) as Several;
  const labels = ({ lines }: ReadRecording) => lines.map((line) => (line ? `${line.kind} ${line.name}` : "none"));
  const choose = ({ lines, choose: take }: ReadRecording, name: string | null) =>
    take(lines.find((line) => (line?.name ?? null) === name) ?? null) as Several;

  it("offers all recordings together first, then each, then the planned routes and none", async () => {
    const opened = await several(rte("Plano", 2) + trk("Dia 1", 3) + trk("Dia 2", 4) + wpt("Mirante"));
    expect(labels(opened)).toEqual(["all ", "track Dia 1", "track Dia 2", "route Plano", "none"]);
    expect(opened.line).toBe(opened.lines[0]);
    expect(opened.recording.distanceKm).toBe(55.6);
  });

  it("takes the chosen line and names the other ones", async () => {
    const opened = await several(rte("Plano", 2) + trk("Dia 1", 3) + trk("Dia 2", 4) + wpt("Mirante"));
    const day = choose(opened, "Dia 1");
    expect([day.recording.distanceKm, day.recording.stops.length, reasonsOf(day)]).toEqual([
      22.2,
      1,
      ["choice 1", "route 1"],
    ]);
    const plan = choose(day, "Plano");
    expect([plan.recording.distanceKm, reasonsOf(plan)]).toEqual([11.1, ["choice 2"]]);
    const none = choose(plan, null);
    expect([none.recording.distanceKm, none.recording.stops.length, reasonsOf(none)]).toEqual([null, 1, ["choice 3"]]);
    expect(choose(none, "")).toMatchObject({ recording: opened.recording, findings: opened.findings });
  });

  it("offers all planned routes together where there is no recording", async () => {
    const opened = await several(rte("Ida", 3) + rte("Volta", 4));
    expect(labels(opened)).toEqual(["allRoutes ", "route Ida", "route Volta"]);
    expect(reasonsOf(choose(opened, "Ida"))).toEqual(["choice 1"]);
  });

  it("numbers recordings without a name", async () =>
    expect(labels(await several(trk("", 3) + trk("", 4)))).toEqual(["all ", "track 1", "track 2"]));

  it("offers no choice where there is one line", async () =>
    expect(labels(await several(trk("Dia 1", 3) + wpt("Mirante")))).toEqual([]));
});
