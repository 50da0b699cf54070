import { renderToReadableStream } from "react-dom/server.browser";
import { describe, expect, it, vi } from "vitest";
import type { NearMapPlace } from "@/lib/guide/map-places/queries";
import { PlacesByStop } from "./places-by-stop";

vi.mock("next-intl/server", () => ({
  getTranslations: async () => (key: string, values?: object) => [key, ...Object.values(values ?? {})].join(" "),
  getLocale: async () => "pt-BR",
}));

const [SAO_LEOPOLDO, NOVO_HAMBURGO] = [4318705, 4313409];
const stop = (position: number, name: string, city_ibge: number | null) =>
  ({ position, name, city_ibge, lat: -29.7, lng: -51.1, translations: {} }) as never;
const place = (point: number, more: object) =>
  ({
    id: `p${point}`,
    point,
    km: 8.2,
    kind: "food",
    class: "food",
    name: "Cantina",
    state_abbr: "RS",
    city_ibge: NOVO_HAMBURGO,
    lat: -29.7,
    lng: -51.1,
    is_at_seat: true,
    source: "osm",
    source_date: "2021-08",
    ...more,
  }) as unknown as NearMapPlace;

async function rendered(...props: Parameters<typeof PlacesByStop>) {
  const stream = await renderToReadableStream(<PlacesByStop {...props[0]} />);
  await stream.allReady;
  return new Response(stream).text();
}

describe("a place that is only known to be in a town", () => {
  it("is in the town of the stop", async () => {
    const html = await rendered({
      stops: [stop(1, "Novo Hamburgo", NOVO_HAMBURGO)],
      near: [place(0, { km: 0.1 })],
      places: [],
    });
    expect(html).toContain("seat");
    expect(html).not.toContain("inTown");
  });

  it("is named with its town and distance at a stop in another town", async () => {
    const html = await rendered({
      stops: [stop(1, "São Leopoldo", SAO_LEOPOLDO)],
      near: [place(0, {})],
      places: [],
    });
    expect(html).toMatch(/inTown Novo Hamburgo 8/);
  });
});

it("names the stops without a place in one line", async () => {
  const html = await rendered({
    stops: [stop(1, "São Leopoldo", SAO_LEOPOLDO), stop(2, "Ivoti", null), stop(3, "Picada", null)],
    near: [place(0, { is_at_seat: false })],
    places: [],
  });
  expect(html).toMatch(/none 20 Ivoti, Picada/);
  expect(html.match(/<li class="rounded/g)).toHaveLength(1);
});
