import { expect, it } from "vitest";
import { openRecording } from "./recording-file";

const wpt = (name: string) => `<wpt lat="-28.3" lon="-49.4">${name && `<name>${name}</name>`}</wpt>`;
const points = (tag: string, count: number) =>
  Array.from({ length: count }, (_, index) => `<${tag} lat="${-28 - index / 10}" lon="-49"/>`).join("");
const open = async (body: string) => {
  const opened = await openRecording(new File([`<gpx version="1.1">${body}</gpx>`], "rota.gpx"), "pt-BR");
  return "problem" in opened ? opened.problem : opened.findings.map(({ reason, count }) => `${reason} ${count}`);
};

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

it("says why a file is refused", async () => expect(await open("")).toBe("empty"));
