import { z } from "zod";
import { formOf, text, wrong } from "../../../platform/form";
import { SALE_DAYS } from "./rules";
import {
  VEHICLE_DOCUMENT_KINDS,
  VEHICLE_FILE_KINDS,
  FUELS,
  ODOMETER_STATES,
  SALE_TICKS,
} from "../../../platform/supabase/database-constants/garage";
import { ENDED_LINK_STATES } from "../../../platform/links/rules";

const ticks = z.array(z.enum(SALE_TICKS)).max(SALE_TICKS.length);
const days = z.coerce.number().pipe(z.literal([...SALE_DAYS], wrong("choiceInvalid")));

export const addSaleLinkSchema = formOf(z.object({ vehicle: z.uuid(), label: text(80), shows: ticks, days }));
export const changeSaleLinkSchema = formOf(z.object({ id: z.uuid(), label: text(80), shows: ticks }));

const file = z.object({ id: z.guid(), extension: z.enum(["webp", "pdf"]) });
const number = z.number().nullable();

const saleVehicle = z.object({
  nickname: z.string(),
  make: z.string(),
  model: z.string(),
  version: z.string(),
  year_made: number,
  year_model: number,
  color: z.string(),
  engine: z.string(),
  fuels: z.array(z.enum(FUELS)),
  photo_id: z.guid().nullable(),
  odometer_km: number,
  odometer_is_estimated: z.boolean(),
  odometer_state: z.enum(ODOMETER_STATES),
});

const service = z.object({
  id: z.guid(),
  on_date: z.string(),
  km: z.number().optional(),
  is_estimated: z.boolean(),
  title: z.string(),
  notes: z.string(),
  category: z.string().optional(),
  total_cents: z.number().optional(),
  receipts: z.array(file).optional(),
});
const fill = z.object({
  id: z.guid(),
  kind: z.literal("fuel"),
  on_date: z.string(),
  km: number,
  reading_km: number,
  fuel: z.enum(FUELS),
  litres: z.number(),
  is_full: z.boolean(),
  missed_previous: z.boolean(),
});
const part = z.object({
  id: z.guid(),
  name: z.string(),
  brand: z.string(),
  oem_number: z.string(),
  quantity: z.number(),
  installed_km: z.number().optional(),
  cost_cents: z.number().optional(),
});

/** What `read_sale_link` returns. */
export const saleSchema = z.discriminatedUnion("state", [
  z.object({
    state: z.literal("open"),
    shows: ticks,
    expires_at: z.string(),
    is_own: z.boolean(),
    vehicle: saleVehicle,
    replacements: z.array(z.object({ on_date: z.string(), km: number, reading_km: number })),
    services: z.array(service),
    fills: z.array(fill),
    plate: z.string().nullable(),
    documents: z.array(
      z.object({
        kind: z.enum(VEHICLE_DOCUMENT_KINDS),
        expires_on: z.string().nullable(),
        files: z.array(file),
      }),
    ),
    parts: z.array(part),
  }),
  z.object({ state: z.enum(ENDED_LINK_STATES) }),
]);
export type Sale = z.output<typeof saleSchema>;
export type OpenSale = Extract<Sale, { state: "open" }>;

/** What `sale_link_file` returns. */
export const saleFileSchema = z.object({
  path: z.string().min(1),
  extension: z.enum(["webp", "pdf"]),
  kind: z.enum(VEHICLE_FILE_KINDS),
});
