import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { City } from "../../lib/geo/municipalities/rules";
import { CLASS_KIND, type MapPlaceClass, type MapPlaceSource } from "../../lib/guide/map-places/rules";
import { hospitalsSchema, museumsSchema, osmPlacesSchema, pageRowSchema } from "./map-places-schema";
import type { Step } from "./step";

const ROOT = path.join(import.meta.dirname, "../..");
const FILES = {
  osm: "public/dados-abertos/osm/places.json",
  museums: "public/dados-abertos/gov/museums-ibram.json",
  hospitals: "public/dados-abertos/gov/hospitals-rs.json",
  pages: "supabase/seed/places/pages.json",
} as const;

/** Raised when the rows that the step makes of the same files change. */
const VERSION = 1;

type MapPlaceRow = {
  class: MapPlaceClass;
  kind: string;
  name: string;
  state_abbr: string;
  city_ibge: number | null;
  lat: number;
  lng: number;
  source: MapPlaceSource;
  source_date: string;
  is_at_seat?: true;
  address?: string;
  phone?: string;
  website?: string;
  hours?: string[];
  price?: string;
  parking?: string;
  page_url?: string;
  page_sentence?: string;
};

type Cities = ReadonlyMap<number, City>;
type File = keyof typeof FILES;

const textOf = (file: File) => readFileSync(path.join(ROOT, FILES[file]), "utf8");
const read = <Schema extends z.ZodType>(file: File, schema: Schema) => schema.parse(JSON.parse(textOf(file)));

function osmRows(): MapPlaceRow[] {
  const { date, ...classes } = read("osm", osmPlacesSchema);
  return Object.entries(classes).flatMap(([name, rows]) => {
    const of = name as keyof typeof classes;
    return rows.map(([lat, lng, title, state, town, extractDate]) => ({
      class: of,
      kind: CLASS_KIND[of],
      name: title,
      state_abbr: state,
      city_ibge: town === 0 ? null : town,
      lat,
      lng,
      source: "osm" as const,
      source_date: extractDate ?? date,
    }));
  });
}

/** A registered place; one without a position is at the seat of its town. */
function seated(at: { lat: number | null; lng: number | null }, town: City) {
  return at.lat === null || at.lng === null
    ? { lat: town.lat, lng: town.lng, is_at_seat: true as const }
    : { lat: at.lat, lng: at.lng };
}

function museumRows(cities: Cities): MapPlaceRow[] {
  const { date, rows } = read("museums", museumsSchema);
  return rows.map(([lat, lng, name, uf, ibge, address, phone, site, hours, price, parking]) => ({
    class: "museum",
    kind: "museum",
    name,
    state_abbr: uf,
    city_ibge: ibge,
    ...seated({ lat, lng }, cities.get(ibge)!),
    source: "ibram",
    source_date: date,
    address: address || undefined,
    phone: phone || undefined,
    website: site || undefined,
    hours: hours ?? undefined,
    price: price || undefined,
    parking: parking || undefined,
  }));
}

function hospitalRows(): MapPlaceRow[] {
  const { date, rows } = read("hospitals", hospitalsSchema);
  return rows.map(([lat, lng, name, uf, ibge, address, phone]) => ({
    class: "hospital",
    kind: "hospital",
    name,
    state_abbr: uf,
    city_ibge: ibge,
    lat,
    lng,
    source: "ses_rs",
    source_date: date,
    address: address || undefined,
    phone: phone || undefined,
  }));
}

function pageRows(cities: Cities): MapPlaceRow[] {
  return read("pages", z.array(pageRowSchema)).map((row) => ({
    class: row.kind,
    kind: row.kind,
    name: row.name,
    state_abbr: row.uf,
    city_ibge: row.ibge,
    ...seated({ lat: null, lng: null }, cities.get(row.ibge)!),
    source: "page",
    source_date: row.page_date,
    address: row.address ?? undefined,
    phone: row.phone ?? undefined,
    parking: row.parking ?? undefined,
    page_url: row.url,
    page_sentence: row.sentence,
  }));
}

/** Every map place of the files, in the columns of the table. */
export function listMapPlaces(cities: Cities): MapPlaceRow[] {
  return [...osmRows(), ...museumRows(cities), ...hospitalRows(), ...pageRows(cities)];
}

/** Writes the map places; those that an editor hid or turned into a place of the guide stay so. */
export function mapPlacesStep(cities: Cities): Step {
  const hashes = Object.keys(FILES).map((file) =>
    createHash("sha256")
      .update(textOf(file as File))
      .digest("hex"),
  );
  return {
    key: "map_places",
    title: "lugares do mapa",
    input: [VERSION, ...hashes],
    write: async (tx) => {
      const rows = listMapPlaces(cities);
      await tx`
        create temporary table new_map_places on commit drop as
        select distinct on (id) md5(concat_ws('|', source, class, name, lat, lng))::uuid as id, place.*
        from jsonb_to_recordset(${tx.json(rows)}) as place (
          kind text, class text, name text, state_abbr text, city_ibge integer, lat double precision,
          lng double precision, is_at_seat boolean, source text, source_date text, address text, phone text,
          website text, hours text[], price text, parking text, page_url text, page_sentence text
        )`;
      await tx`
        delete from public.map_places as place
        where service_id is null and not exists (select from new_map_places where new_map_places.id = place.id)`;
      const { count } = await tx`
        insert into public.map_places as place (id, kind, class, name, state_abbr, city_ibge, lat, lng, is_at_seat,
          source, source_date, address, phone, website, hours, price, parking, page_url, page_sentence)
        select id, kind, class, name, state_abbr, city_ibge, lat, lng, coalesce(is_at_seat, false), source,
          source_date, address, phone, website, hours, price, parking, page_url, page_sentence
        from new_map_places
        on conflict (id) do update set
          city_ibge = excluded.city_ibge, source_date = excluded.source_date, address = excluded.address,
          phone = excluded.phone, website = excluded.website, hours = excluded.hours, price = excluded.price,
          parking = excluded.parking, page_url = excluded.page_url, page_sentence = excluded.page_sentence`;
      await tx`
        update public.map_places as place set service_id = service.id, is_replaced = true
        from public.services as service
        where place.service_id is null and place.state_abbr = service.state_abbr
          and starts_with(service.search_name, place.search_name)
          and service.status = 'published' and service.deleted_at is null
          and private.is_same_business(place, service)`;
      return `${count} de ${rows.length} gravados`;
    },
  };
}
