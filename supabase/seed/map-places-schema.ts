import { z } from "zod";
import { isPhone } from "../../lib/platform/whatsapp";
import { PARKING_KINDS } from "../../lib/platform/supabase/database-constants/guide";

const text = z.string();
const degrees = z.number();

/** [lat, lng, name, state, code of the nearest municipality or 0, date of an extract if not that of the file] */
const osmRow = z.tuple([degrees, degrees, text, text, z.number(), text.optional()]);
const osmRows = z.array(osmRow);

/** `public/dados-abertos/osm/places.json`: the rows of each class. */
export const osmPlacesSchema = z.object({
  date: text,
  hotel: osmRows,
  guest_house: osmRows,
  hostel: osmRows,
  chalet: osmRows,
  camp_site: osmRows,
  restaurant: osmRows,
  cafe: osmRows,
  bakery: osmRows,
  fast_food: osmRows,
  fuel: osmRows,
  tyres: osmRows,
  car_repair: osmRows,
  car_parts: osmRows,
  hospital: osmRows,
  pharmacy: osmRows,
  museum: osmRows,
});

/** `public/dados-abertos/gov/museums-ibram.json` */
export const museumsSchema = z.object({
  date: text,
  rows: z.array(
    z.tuple([
      degrees.nullable(),
      degrees.nullable(),
      text,
      text,
      z.number(),
      text,
      text,
      text,
      z.array(text).length(7).nullable(),
      text,
      z.enum(["", "parking"]),
    ]),
  ),
});

/** `public/dados-abertos/gov/hospitals-rs.json` */
export const hospitalsSchema = z.object({
  date: text,
  rows: z.array(z.tuple([degrees, degrees, text, text, z.number(), text, text])),
});

const OLDEST_PAGE = "2022";

/** `supabase/seed/places/pages.json`: what a researcher read on a public page of 2022 or later. */
export const pageRowSchema = z.strictObject({
  uf: z.string().regex(/^[A-Z]{2}$/),
  ibge: z.number().int().min(1_000_000).max(9_999_999),
  town: z.string().min(2).max(120),
  kind: z.enum(["lodging", "food", "fuel", "workshop", "parts"]),
  name: z.string().trim().min(2).max(160),
  address: z.string().trim().min(3).max(300).nullable(),
  phone: z
    .string()
    .max(30)
    .refine((value) => isPhone(value))
    .nullable(),
  parking: z.enum(PARKING_KINDS).nullable(),
  url: z.url({ protocol: /^https?$/ }).max(600),
  page_date: z
    .string()
    .regex(/^20\d{2}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/)
    .refine((date) => date >= OLDEST_PAGE),
  sentence: z.string().trim().min(10).max(600),
});
