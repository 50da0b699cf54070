import type { z } from "zod";
import { translationsOf } from "./content-rows";
import { readExtra } from "./extra-files";
import {
  businessesSchema,
  climateSchema,
  clubsSchema,
  meetingsSchema,
  phonesSchema,
  photoPointsSchema,
  placesSchema,
  roadOperatorsSchema,
} from "./extra-schema";
import { writeRows, type Step } from "./step";
import { tableStep } from "./table-step";
import { tollsStep } from "./tolls";
import type { Confidence } from "./extra-schema";

/** Steps for photo points, places, clubs, traditional meetings, phones, climate stations and tolls; a step without a file is omitted. */
export function placeSteps(): Step[] {
  return [
    photoPointsStep(),
    servicesStep(),
    clubsStep(),
    meetingsStep(),
    phonesStep(),
    climateStep(),
    tollsStep(),
  ].filter((step) => step !== null);
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

/** Sights and businesses; those with low confidence stay drafts until an editor checks them. */
function servicesStep(): Step | null {
  const places = readExtra("places", placesSchema) ?? [];
  const businesses = readExtra("businesses", businessesSchema) ?? [];
  const rows = [...places.map(placeRow), ...businesses.map(businessRow)];
  return rows.length > 0 ? tableStep("services", "lugares", rows) : null;
}

const statusOf = (confidence: Confidence) => (confidence === "low" ? "draft" : "published");

function placeRow(place: z.infer<typeof placesSchema>[number]) {
  const { uf, category, approximate, description, confidence, ...same } = place;
  return {
    ...same,
    state_abbr: uf,
    category_key: category,
    is_approximate: same.lat !== null && approximate,
    description: description.pt,
    translations: translationsOf({ description }),
    status: statusOf(confidence),
    address: null,
    phone: null,
    website: null,
    attributes: {},
    served_roads: [] as string[],
    source: null,
    check_date: null,
  };
}

/** A business has no coordinates: maps and distances use the seat of its town. */
function businessRow(business: z.infer<typeof businessesSchema>[number]) {
  const { uf, category, description, confidence, source_date, served_roads = [], ...same } = business;
  return {
    ...same,
    served_roads,
    lat: null,
    lng: null,
    state_abbr: uf,
    category_key: category,
    is_approximate: false,
    description: description.pt,
    translations: translationsOf({ description }),
    status: statusOf(confidence),
    source: same.sources[0],
    check_date: source_date && firstDay(source_date),
  };
}

/** `2025-08` becomes the first of August. */
const firstDay = (date: string) => (date.length === "2025-08".length ? `${date}-01` : date);

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

function meetingsStep(): Step | null {
  const meetings = readExtra("traditional-meetings", meetingsSchema);
  return (
    meetings &&
    tableStep(
      "traditional_meetings",
      "encontros tradicionais",
      meetings.map(({ uf, ...same }) => ({ ...same, state_abbr: uf, status: "published" })),
    )
  );
}

function phonesStep(): Step | null {
  const police = readExtra("phones", phonesSchema) ?? [];
  const operators = readExtra("road-operators", roadOperatorsSchema) ?? [];
  const rows = [...police.map(policeRow), ...operators.flatMap(operatorRows)];
  return rows.length > 0 ? tableStep("emergency_contacts", "telefones", rows) : null;
}

function policeRow({ uf, number, sources }: z.infer<typeof phonesSchema>[number]) {
  return {
    state_abbr: uf,
    kind: "state_road_police",
    phone: number,
    name: "Polícia Rodoviária Estadual",
    source: sources.join("; "),
    check_date: null as string | null,
    position: 5,
    translations: { en: { name: "State road police" }, es: { name: "Policía de carreteras estatal" } },
  };
}

function operatorRows({ ufs, name, roads, phone, source, source_date }: z.infer<typeof roadOperatorsSchema>[number]) {
  return ufs.map((uf) => ({
    state_abbr: uf,
    kind: "road_operator",
    phone,
    name: `${name}: guincho e socorro (${roads})`,
    source,
    check_date: firstDay(source_date),
    position: 10,
    translations: {
      en: { name: `${name}: tow truck and help (${roads})` },
      es: { name: `${name}: grúa y auxilio (${roads})` },
    },
  }));
}

function climateStep(): Step | null {
  const climate = readExtra("climate", climateSchema);
  if (!climate) return null;
  const rows = climate.stations.map(({ uf, ...same }) => ({ ...same, state_abbr: uf, source: climate.source }));
  return tableStep("climate_stations", "estações do clima", rows);
}
