import { z } from "zod";
import { SERVED_ROAD } from "../../lib/guide/served-roads/rules";
import { biome, ibge, lat, lng, slug, text, translated } from "./content-schema";
import { LEGAL_KEYS } from "../../lib/platform/supabase/database-constants/accounts";
import {
  CHECKLIST_ANSWERS,
  FAQ_AUDIENCES,
  MAGAZINE_PAGE_KINDS,
  PHOTO_LIGHTS,
  ROUTE_SURFACES,
} from "../../lib/platform/supabase/database-constants/guide";
import { CAR_KINDS, TRIP_KINDS } from "../../lib/guide/checklists/rules";

const CONFIDENCES = ["high", "medium", "low"] as const;
export type Confidence = (typeof CONFIDENCES)[number];

const uf = z.string().regex(/^[A-Z]{2}$/);
const confidence = z.enum(["high", "medium"]);

/** `content-extra/sc.json`: longer texts and facts about a state's routes, and texts about its towns. */
export const stateExtraSchema = z.strictObject({
  routes: z.record(
    slug,
    z.strictObject({
      body: text,
      paved_pct: z.int().min(0).max(100).nullable(),
      steepest: text.nullable(),
      days: z.int().min(1).max(30).nullable(),
    }),
  ),
  cities: z.record(z.string().regex(/^\d{7}$/), text),
});

/** `content-extra/cobbles.json`: where a route (`SC/slug`) has cobbles, taken from the text of the route. */
export const cobblesSchema = z.record(z.string().regex(/^[A-Z]{2}\/[a-z0-9-]+$/), translated);

export const photoPointsSchema = z.array(
  z.strictObject({
    uf,
    slug,
    name: text,
    city_ibge: ibge,
    lat,
    lng,
    approximate: z.boolean(),
    biome,
    region_slug: slug.nullable(),
    view_heading: z.int().min(0).max(359).nullable(),
    best_light: z.enum(PHOTO_LIGHTS).nullable(),
    description: translated,
    access_surface: z.enum(ROUTE_SURFACES).nullable(),
    confidence,
  }),
);

export const placesSchema = z.array(
  z
    .strictObject({
      uf,
      slug,
      name: text,
      category: z.string().regex(/^[a-z_]+$/),
      city_ibge: ibge,
      lat: lat.nullable(),
      lng: lng.nullable(),
      approximate: z.boolean(),
      description: translated,
      sources: z.array(text).min(1),
      confidence: z.enum(CONFIDENCES),
    })
    .refine((place) => (place.lat === null) === (place.lng === null), {
      path: ["lat"],
      error: "lat e lng andam juntas",
    }),
);

/** Day or month that a page states for itself. */
const sourceDate = z.string().regex(/^20\d{2}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/);
/** A business is published when its page is from this year or later. */
const OLDEST_PUBLISHED = "2022";

export const businessesSchema = z.array(
  z
    .strictObject({
      uf,
      slug,
      name: text,
      category: z.enum([
        "lodging",
        "food",
        "workshop",
        "electrical",
        "bodywork",
        "upholstery",
        "parts",
        "tow",
        "fuel",
        "store",
      ]),
      city_ibge: ibge,
      address: text.nullable(),
      phone: z
        .string()
        .regex(/^[0-9 ()+-]{8,30}$/)
        .nullable(),
      website: z.url().nullable(),
      attributes: z.strictObject({ bodywork: z.literal(true).optional(), makes: z.array(text).min(1).optional() }),
      /** Of the help of a road operator: where it comes. */
      served_roads: z.array(z.string().regex(SERVED_ROAD)).min(1).optional(),
      description: translated,
      sources: z.array(z.url()).min(1),
      source_date: sourceDate.nullable(),
      confidence: z.enum(CONFIDENCES),
    })
    .refine(({ confidence, source_date }) => confidence === "low" || (source_date ?? "") >= OLDEST_PUBLISHED, {
      path: ["source_date"],
      error: `só se publica com fonte de ${OLDEST_PUBLISHED} em diante`,
    })
    .refine(({ phone, source_date }) => phone === null || source_date !== null, {
      path: ["phone"],
      error: "telefone só com a data da fonte",
    }),
);

/** Help lines of road operators, with the roads they cover. */
export const roadOperatorsSchema = z.array(
  z.strictObject({
    ufs: z.array(uf).min(1),
    name: text,
    roads: text,
    phone: z.string().regex(/^0800[0-9 ]{7,12}$/),
    source: z.url(),
    source_date: sourceDate,
  }),
);

export const meetingsSchema = z.array(
  z.strictObject({
    uf,
    slug,
    name: text,
    months: z.array(z.int().min(1).max(12)).min(1),
    city_ibge: ibge,
    note: text,
    sources: z.array(z.url()).min(1),
  }),
);

export const clubsSchema = z.array(
  z.strictObject({
    uf,
    slug,
    name: text,
    city_ibge: ibge.nullable(),
    makes: z.array(text),
    sources: z.array(text).min(1),
    status: z.enum(["to_confirm", "published"]),
  }),
);

export const phonesSchema = z.array(
  z.strictObject({
    uf,
    service: z.literal("polícia rodoviária estadual"),
    number: z.string().regex(/^[0-9 ()+-]{3,30}$/),
    sources: z.array(text).min(1),
  }),
);

const months = z.array(z.number().nullable()).length(12);

/** Monthly means of weather stations, January first; null where the source has none. */
export const climateSchema = z.strictObject({
  source: text,
  stations: z.array(
    z.strictObject({
      code: z.string().regex(/^\d{5}$/),
      name: text,
      uf,
      lat,
      lng,
      max_c: months,
      min_c: months,
      rain_mm: months,
    }),
  ),
});

export const blogSchema = z.array(
  z.strictObject({
    slug,
    title: translated,
    excerpt: translated,
    category: slug,
    tags: z.array(text),
    biome,
    reading_min: z.int().positive(),
    body_md: text,
    sources: z.array(z.strictObject({ title: text, url: z.url().nullable() })),
  }),
);

export const magazineSchema = z.strictObject({
  number: z.int().positive(),
  title: translated,
  month: z.string().regex(/^\d{4}-\d{2}$/),
  pdf_path: z.string().startsWith("/").optional(),
  pages: z.array(
    z.strictObject({
      kind: z.enum(MAGAZINE_PAGE_KINDS),
      title: text,
      body_md: text,
    }),
  ),
});

export const legalSchema = z.array(
  z.strictObject({
    key: z.enum(LEGAL_KEYS),
    version: z.string().regex(/^\d+(\.\d+)*$/),
    effective_at: z.iso.date(),
    title: translated,
    body_md: translated,
  }),
);

const page = z.looseObject({ title: translated, lead: translated });

export const pagesSchema = z.strictObject({
  sobre: page,
  "como-funciona": page.extend({
    faq: z.array(
      z.strictObject({
        id: slug,
        audience: z.enum(FAQ_AUDIENCES),
        question: translated,
        answer: translated,
      }),
    ),
    glossary: z.array(z.strictObject({ id: slug, term: translated, definition: translated })),
  }),
});

export const checklistSchema = z.strictObject({
  version: text,
  updated_at: z.iso.date(),
  sections: z.array(
    z.strictObject({
      id: z.string().regex(/^[a-z]+(_[a-z]+)*$/),
      title: translated,
      items: z.array(
        z.strictObject({
          id: slug,
          text: translated,
          why: translated,
          cars: z.array(z.enum(CAR_KINDS)),
          trip: z.array(z.enum(TRIP_KINDS)),
          terrain: z.array(z.enum(["any", "serra", "rain", "coast"])),
        }),
      ),
    }),
  ),
});

const optional = z.strictObject({ pt: z.string(), en: z.string(), es: z.string() });

/** `content-extra/vehicle-checklists.json`: templates of checklists for the cars of an account; no kinds of cars means all. */
export const vehicleChecklistsSchema = z.strictObject({
  version: text,
  templates: z.array(
    z.strictObject({
      id: slug,
      kind: z.enum(["pre_trip", "daily", "post_trip", "storage", "tow_handover", "cvcol"]),
      position: z.int().min(1),
      title: translated,
      sections: z.array(
        z.strictObject({
          id: z.string().regex(/^[a-z]+(_[a-z]+)*$/),
          title: translated,
          items: z.array(
            z.strictObject({
              id: slug,
              text: translated,
              why: optional,
              cars: z.array(z.enum(CAR_KINDS)),
              answer: z.enum(CHECKLIST_ANSWERS),
              unit: optional,
              choices: optional,
              suggests_maintenance: z.boolean(),
            }),
          ),
        }),
      ),
    }),
  ),
});

export type StateExtra = z.infer<typeof stateExtraSchema>;
export type Cobbles = z.infer<typeof cobblesSchema>;
