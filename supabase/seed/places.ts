import type { z } from "zod";
import { translationsOf } from "./content-rows";
import { readExtra } from "./extra-files";
import { climateSchema, clubsSchema, phonesSchema, photoPointsSchema, placesSchema } from "./extra-schema";
import { writeRows, type Step } from "./step";
import { tableStep } from "./table-step";

/** Steps for photo points, places, clubs, phones and climate stations; a step without a file is omitted. */
export function placeSteps(): Step[] {
  return [photoPointsStep(), servicesStep(), clubsStep(), phonesStep(), climateStep()].filter((step) => step !== null);
}

function photoPointsStep(): Step | null {
  const points = readExtra("photo-points", photoPointsSchema);
  if (!points) return null;
  return {
    key: "content-extra/photo_points",
    title: "pontos fotográficos",
    input: points,
    write: async (tx) => {
      const regions = await tx<
        { id: string; key: string }[]
      >`select id, state_abbr || '/' || slug as key from public.regions`;
      const idOf = new Map(regions.map(({ id, key }) => [key, id]));
      const rows = points.map((point) => photoPointRow(point, idOf));
      const written = await writeRows(tx, "photo_points", rows);
      return `${written.size} de ${rows.length} gravados`;
    },
  };
}

function photoPointRow(point: z.infer<typeof photoPointsSchema>[number], regionIds: ReadonlyMap<string, string>) {
  const { uf, approximate, description, region_slug, confidence: _, ...same } = point;
  return {
    ...same,
    state_abbr: uf,
    region_id: regionIds.get(`${uf}/${region_slug}`) ?? null,
    is_approximate: approximate,
    description: description.pt,
    translations: translationsOf({ description }),
    status: "published",
  };
}

function servicesStep(): Step | null {
  const places = readExtra("places", placesSchema);
  if (!places) return null;
  const rows = places.map(({ uf, category, approximate, description, confidence, ...same }) => ({
    ...same,
    state_abbr: uf,
    category_key: category,
    is_approximate: same.lat !== null && approximate,
    description: description.pt,
    translations: translationsOf({ description }),
    // Places with low confidence stay drafts until an editor checks them.
    status: confidence === "low" ? "draft" : "published",
  }));
  return tableStep("services", "lugares", rows);
}

function clubsStep(): Step | null {
  const clubs = readExtra("clubs", clubsSchema);
  return (
    clubs &&
    tableStep(
      "clubs",
      "clubes",
      clubs.map(({ uf, ...same }) => ({ ...same, state_abbr: uf })),
    )
  );
}

function phonesStep(): Step | null {
  const phones = readExtra("phones", phonesSchema);
  if (!phones) return null;
  const rows = phones.map(({ uf, number, sources }) => ({
    state_abbr: uf,
    kind: "state_road_police",
    phone: number,
    name: "Polícia Rodoviária Estadual",
    source: sources.join("; "),
    position: 5,
    translations: { en: { name: "State road police" }, es: { name: "Policía de carreteras estatal" } },
  }));
  return tableStep("emergency_contacts", "telefones", rows);
}

function climateStep(): Step | null {
  const climate = readExtra("climate", climateSchema);
  if (!climate) return null;
  const rows = climate.stations.map(({ uf, ...same }) => ({ ...same, state_abbr: uf, source: climate.source }));
  return tableStep("climate_stations", "estações do clima", rows);
}
