import { z } from "zod";
import { parseDecimal } from "../../platform/typed-values";
import { errorsOf, formOf, needed, text, type FieldError, typedInLine } from "../../platform/form";
import * as rules from "./rules";
import type { Outcome } from "../../platform/outcome";
import {
  BODY_KINDS,
  VEHICLE_FILE_KINDS,
  FUELS,
  FUEL_SYSTEMS,
  VEHICLE_STATUSES,
} from "../../platform/supabase/database-constants/garage";

export const FILE_TYPES = {
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "application/pdf": "pdf",
} as const;

/** Form of `POST /api/vehicle-files`; `id` is made by the device, so that a file that is sent twice is stored once. */
export const fileSchema = z.object({
  id: z.uuid(),
  vehicle: z.uuid(),
  entry: z.uuid().optional(),
  document: z.uuid().optional(),
  /** The item of a checklist that a photo shows. */
  item: z.uuid().optional(),
  /** The entry of the diary that a photo belongs to. */
  diary: z.uuid().optional(),
  kind: z.enum(VEHICLE_FILE_KINDS),
  file: z.instanceof(File).refine(({ size }) => size > 0 && size <= rules.MAX_FILE_BYTES),
});
export type NewFile = z.infer<typeof fileSchema>;

export type VehicleError = FieldError | "plateInvalid" | "fuelsMissing" | "kmInvalid";
const wrong = errorsOf<VehicleError>();
const MAX_KM = 9_999_999;
const MAX_CENTS = 1_000_000_000;

/** An optional number between two bounds, rounded to `digits` decimals; empty is null. */
const numberField = (min: number, max: number, digits: number, code: VehicleError = "numberInvalid") =>
  text(20)
    .transform((typed) => {
      const number = parseDecimal(typed, digits === 0 ? 0 : 2);
      return number === undefined ? Number.NaN : number;
    })
    .refine((value) => value === null || (value >= min && value <= max), wrong(code))
    .transform((value) => (value === null ? null : Number(value.toFixed(digits))));
const optionOf = <Values extends readonly [string, ...string[]]>(values: Values) =>
  z
    .union([z.enum(values), z.literal("").transform(() => null)], wrong("choiceInvalid"))
    .prefault("")
    .transform((value) => value ?? null);
export const dateField = text(10)
  .refine((value) => value === "" || z.iso.date().safeParse(value).success, wrong("dateInvalid"))
  .transform((value) => value || null);
export const kilometres = numberField(0, MAX_KM, 1, "kmInvalid");
export const wholeNumber = (min: number, max: number) => numberField(min, max, 0);
export const price = numberField(0, MAX_CENTS / 100, 2).transform((reais) =>
  reais === null ? null : Math.round(reais * 100),
);

/** What the form had when it was opened, as JSON; `mergeChanges` compares it. */
export const originalValues = z
  .string()
  .max(20_000)
  .transform((json, context) => {
    try {
      return JSON.parse(json) as unknown;
    } catch {
      context.addIssue({ code: "custom" });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.unknown()));

/** A text of several lines; browsers send line breaks as CRLF, which would differ from the stored text. */
const lines = (max: number) => text(max).transform((value) => value.replaceAll("\r\n", "\n"));

const vehicleFields = {
  nickname: needed(60),
  body_kind: z.enum(BODY_KINDS, wrong("choiceInvalid")).prefault("car"),
  make: text(60),
  model: text(80),
  version: text(80),
  year_made: wholeNumber(1880, 2100),
  year_model: wholeNumber(1880, 2100),
  color: text(40),
  engine: text(80),
  cooling: optionOf(rules.COOLING),
  fuel_system: optionOf(FUEL_SYSTEMS),
  fuels: z.array(z.enum(FUELS)).min(1, wrong("fuelsMissing")).max(4),
  tank_litres: numberField(1, 300, 1),
  km_per_litre: numberField(1, 60, 1),
  cruise_kmh: wholeNumber(20, 130),
  story: lines(4000),
};
const id = z.uuid();

/** `entry` is the id of the entry with the first reading. */
export const addVehicleSchema = formOf(z.object({ id, entry: id, reading_km: kilometres, ...vehicleFields }));
export const changeVehicleSchema = formOf(
  z.object({ id, original: originalValues, ...vehicleFields, status: z.enum(VEHICLE_STATUSES) }),
);
const { make, model, cooling, fuel_system } = vehicleFields;
/** What selects the maintenance that a car needs. */
export const vehicleModelSchema = formOf(z.object({ id, original: originalValues, make, model, cooling, fuel_system }));
export type NewVehicle = z.infer<typeof addVehicleSchema>;

const plate = text(12)
  .refine((typed) => typed === "" || rules.normalisePlate(typed) !== null, wrong("plateInvalid"))
  .transform((typed) => rules.normalisePlate(typed) ?? "");

export const identitySchema = formOf(
  z.object({
    id,
    original: originalValues,
    plate,
    plate_kind: z.enum(rules.PLATE_KINDS).prefault("standard"),
    chassis: text(30).transform((typed) => typed.toUpperCase()),
    cvcol_number: text(40),
    cvcol_class: optionOf(rules.CVCOL_CLASSES),
    cvcol_points: wholeNumber(0, 100),
    cvcol_club: text(120),
    cvcol_expires_on: dateField,
  }),
);

export const photoSchema = z.object({ vehicle: id, file: id.nullable() });
export const fileIdSchema = z.object({ id });
export const odometerBrokenSchema = z.object({ id, isBroken: z.boolean() });
export const trashSchema = z.object({ id, isDeleted: z.boolean() });
export const deleteVehicleSchema = z.object({ id, name: typedInLine().max(60) });

const needsNumber = (value: number | null): value is number => value !== null;
export const replaceOdometerSchema = formOf(
  z.object({
    id,
    entry: id,
    on_date: dateField.refine((day) => day !== null, wrong("missing")),
    total_km: kilometres.refine(needsNumber, wrong("missing")),
    reading_km: kilometres.refine(needsNumber, wrong("missing")),
    remark: lines(500),
  }),
);
export type OdometerReplacement = z.infer<typeof replaceOdometerSchema>;

/** `conflict`: somebody saved one of the changed fields in between; `stored` are its values now and nothing was written. */
export type RowAnswer = Outcome<object, "limit", { stored: Record<string, unknown>; fields: string[] }>;
