import { renderToReadableStream } from "react-dom/server.browser";
import { describe, expect, it, vi } from "vitest";
import type { NearMapPlace } from "@/lib/guide/map-places/queries";
import type { NearestHelp as Row } from "@/lib/guide/services/queries";
import { Wrench } from "lucide";
import { Help } from "../regions/driver-facts";
import { NearestHelp } from "../services/nearest-help";

vi.mock("next-intl/server", () => ({
  getTranslations: async () => (key: string, values?: object) => [key, ...Object.values(values ?? {})].join(" "),
  getLocale: async () => "pt-BR",
}));

const onMap = {
  id: "m",
  kind: "workshop",
  class: "car_repair",
  name: "Mecânica do Mapa",
  state_abbr: "SC",
  lat: -28,
  lng: -49.6,
  km: 4.2,
  phone: "+55 49 3000-0000",
  source: "osm",
  source_date: "2021-08",
  page_url: null,
} as unknown as NearMapPlace;
const nearest = {
  place: { name: "Oficina do Guia", slug: "oficina", state_abbr: "SC", phone: null, city: null, translations: {} },
  km: 30,
} as unknown as Row["nearest"];

const rendered = async (row: Partial<Row>, where: "route" | "town") => {
  const full = { category: "workshop", nearest: null, onMap: null, ...row } as Row;
  const stream = await renderToReadableStream(
    where === "route" ? (
      <Help row={full} icon={Wrench} />
    ) : (
      <NearestHelp uf="sc" town="Urubici" help={[full]} contacts={[]} />
    ),
  );
  await stream.allReady;
  return new Response(stream).text();
};

describe.each(["route", "town"] as const)("the nearest workshop of a %s", (where) => {
  it("is one of the map with its source where the guide has none", async () => {
    const html = await rendered({ onMap }, where);
    expect(html).toMatch(/Mecânica do Mapa.*\+55 49 3000-0000.*class\.car_repair.*4.*osm 08\/2021/s);
    expect(html).not.toMatch(/noData|noneWithin|nearerOnMap/);
  });

  it("is the one of the guide, with a nearer one of the map", async () => {
    expect(await rendered({ nearest, onMap }, where)).toMatch(/Oficina do Guia.*nearerOnMap.*Mecânica do Mapa/s);
    expect(await rendered({ nearest }, where)).not.toContain("nearerOnMap");
  });

  it("is unknown without either", async () => {
    expect(await rendered({}, where)).toMatch(/noData|noneWithin/);
  });
});
