// @vitest-environment happy-dom
import { act, cleanup, renderHook } from "@testing-library/react";
import { NextIntlClientProvider } from "next-intl";
import { afterEach, expect, it } from "vitest";
import { useRecording } from "./use-recording";

afterEach(cleanup);

const trk = (ele: string) =>
  `<trk><trkseg>${[0, 1, 2].map((n) => `<trkpt lat="${-28 - n / 10}" lon="-49">${ele}</trkpt>`).join("")}</trkseg></trk>`;
const file = new File(
  [`<gpx version="1.1">${trk("<ele>400</ele>")}${trk("")}<wpt lat="-28" lon="-49"><name>A</name></wpt></gpx>`],
  "rota.gpx",
);

it("leaves nothing of the line chosen before", async () => {
  let row: Record<string, unknown> = { track: null, distance_km: 12, elevation_profile: null, max_altitude_m: null };
  const fill = (values: Record<string, unknown>) => (row = { ...row, ...values });
  const found: string[] = [];
  const { result } = renderHook(
    () => useRecording(row, fill, (stops) => found.push(...stops.map(({ name }) => name))),
    {
      wrapper: ({ children }) => <NextIntlClientProvider locale="pt-BR">{children}</NextIntlClientProvider>,
    },
  );
  const choose = (index: number) => {
    const opened = result.current.result;
    if (!opened || typeof opened === "string" || "problem" in opened) throw new Error("not read");
    act(() => result.current.fill(opened.choose(opened.lines[index]!)));
  };
  await act(() => result.current.read(file));
  choose(1);
  expect(row).toMatchObject({ distance_km: 22.2, max_altitude_m: 400 });
  choose(2);
  expect(row).toMatchObject({ distance_km: 22.2, elevation_profile: null, max_altitude_m: null });
  choose(3);
  expect(row).toMatchObject({ track: null, distance_km: 12 });
  expect(found).toEqual(["A"]);
});
